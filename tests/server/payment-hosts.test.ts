import { expect, test } from 'vitest'
import { STRIPE_HOSTS } from '#contract/card.ts'
import { ESEWA_FORM_HOSTS } from '#contract/esewa.ts'
import { KHALTI_FRAMES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import { readEnv } from '#server/env.ts'
import { narrowPolicy } from '#server/http/headers.ts'
import { getUnneededHosts } from '#server/payments/payment-hosts.ts'

const FORMS = Object.values(ESEWA_FORM_HOSTS).flatMap((hosts) => Object.values(hosts))
/** The widest policy, as the build writes it. */
const PAGE = `<meta http-equiv="content-security-policy" content="default-src 'none'; form-action 'self' ${FORMS.join(' ')}; script-src 'self' ${KHALTI_SCRIPT} ${STRIPE_HOSTS.script.join(' ')} 'sha256-abc='; frame-src ${KHALTI_FRAMES} ${STRIPE_HOSTS.frame.join(' ')}; connect-src 'self' ${STRIPE_HOSTS.connect.join(' ')};">`
const LIVE = { PAYMENTS: 'live', ESEWA_PRODUCT_CODE: 'OWN', ESEWA_SECRET: 'own' }
const CARD = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }

test.each<[string, Record<string, string>, readonly string[]]>([
  ['the sandbox', {}, []],
  ['eSewa’s test environment', { PAYMENTS: 'test' }, ['https://rc-epay.esewa.com.np']],
  ['eSewa', LIVE, ['https://epay.esewa.com.np']],
  ['eSewa v1', { ...LIVE, ESEWA_API: 'v1' }, ['https://esewa.com.np']],
  ['Khalti v1', { PAYMENTS: 'test', KHALTI_API: 'v1' }, ['https://rc-epay.esewa.com.np', KHALTI_SCRIPT, KHALTI_FRAMES]],
  [
    'cards',
    { PAYMENTS: 'test', ...CARD },
    ['https://rc-epay.esewa.com.np', ...new Set(Object.values(STRIPE_HOSTS).flat())],
  ],
])('the payment pages of %s name its hosts and no others', (_, settings, hosts) => {
  const policy = narrowPolicy(PAGE, getUnneededHosts(readEnv(settings)))
  expect([...new Set(policy.match(/https:[^ ;]+/g))].sort()).toEqual([...hosts].sort())
  for (const words of ["default-src 'none'; ", "form-action 'self'", "script-src 'self'", "'sha256-abc='; "])
    expect(policy).toContain(words)
})
