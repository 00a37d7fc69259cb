import { STRIPE_HOSTS } from './card.ts'
import type { Business } from './edition.ts'
import { ESEWA_FORM_HOSTS } from './esewa.ts'
import { KHALTI_FRAMES, KHALTI_SCRIPT } from './khalti.ts'

/** Foreign hosts that a payment page's policy lets in, by directive. */
export interface PaymentHosts {
  form: readonly string[]
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

/**
 * In any mode that a server may run in. Stripe's script, its frames and its calls (stripe.com/docs/security/guide): the
 * server takes them out of the policy where no keys are set. `khalti`: whether its older API is chosen.
 */
export const getServerPaymentHosts = ({ khalti }: { khalti: boolean }): PaymentHosts => ({
  form: Object.values(ESEWA_FORM_HOSTS).flatMap((hosts) => Object.values(hosts)),
  script: [...(khalti ? [KHALTI_SCRIPT] : []), ...STRIPE_HOSTS.script],
  frame: [...(khalti ? [KHALTI_FRAMES] : []), ...STRIPE_HOSTS.frame],
  connect: STRIPE_HOSTS.connect,
})

/** Where the browser itself talks to the gateways: those that the build was given a merchant of. A card needs a secret. */
export const getBrowserPaymentHosts = ({ esewaMerchant, khaltiKey, debugPanel }: Business): PaymentHosts => ({
  form: esewaMerchant || debugPanel ? [ESEWA_FORM_HOSTS.v1.test] : [],
  script: khaltiKey ? [KHALTI_SCRIPT] : [],
  frame: khaltiKey ? [KHALTI_FRAMES] : [],
  connect: esewaMerchant ? [ESEWA_FORM_HOSTS.v1.test] : [],
})
