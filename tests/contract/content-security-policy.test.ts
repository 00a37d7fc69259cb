import { expect, test } from 'vitest'
import {
  getPaymentDirectives,
  getServerPaymentHosts,
  getUnneededPaymentHosts,
} from '#contract/content-security-policy.ts'
import { readEnv } from '#server/env.ts'
import { narrowPolicy } from '#server/http/headers.ts'

const WIDEST = getServerPaymentHosts(true)
const PAGE = `<meta http-equiv="content-security-policy" content="default-src 'none'; ${getPaymentDirectives(WIDEST).join('; ')}; script-src 'self' ${WIDEST.script.join(' ')} 'sha256-abc=';">`
const LIVE = { PAYMENTS: 'live', ESEWA_PRODUCT_CODE: 'OWN', ESEWA_SECRET: 'own' }
const CARD = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
const KHALTI = [
  'https://khalti.s3.ap-south-1.amazonaws.com/KPG/dist/2020.12.17.0.0.0/khalti-checkout.iffe.js',
  'https://khalti.com',
]
const STRIPE = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://m.stripe.network',
  'https://api.stripe.com',
]

test.each<[string, Record<string, string>, readonly string[]]>([
  ['the sandbox', {}, []],
  ['eSewa’s test environment', { PAYMENTS: 'test' }, ['https://rc-epay.esewa.com.np']],
  ['eSewa', LIVE, ['https://epay.esewa.com.np']],
  ['eSewa v1', { ...LIVE, ESEWA_API: 'v1' }, ['https://esewa.com.np']],
  ['Khalti v1', { PAYMENTS: 'test', KHALTI_API: 'v1' }, ['https://rc-epay.esewa.com.np', ...KHALTI]],
  ['cards', { PAYMENTS: 'test', ...CARD }, ['https://rc-epay.esewa.com.np', ...STRIPE]],
])('narrowPolicy allows only the hosts of %s', (_, settings, hosts) => {
  const policy = narrowPolicy(PAGE, getUnneededPaymentHosts(readEnv(settings)))
  expect([...new Set(policy.match(/https:[^ ;]+/g))].sort()).toEqual([...hosts].sort())
  for (const part of ["default-src 'none'; ", "form-action 'self'", "script-src 'self'", "'sha256-abc='; "])
    expect(policy).toContain(part)
})
