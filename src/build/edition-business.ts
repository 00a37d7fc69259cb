import type { Business } from '#contract/edition.ts'
import { getCatalogue, getMethodNames } from '#server/catalogue.ts'
import { readEnv } from '#server/env.ts'
import { SAMPLE_MERCHANT_QR } from '#server/payments/gateways/qr.ts'

/** What the edition without a server knows of the business. Everything in it is public: it stands in the scripts. */
export function readEditionBusiness(environment: Record<string, string | undefined>): Business {
  // The server's defaults alone: its accounts and secrets are never looked at.
  const { holdMinutes, transferHours, verifyHours, sameDayCutoffMinutes, bank } = readEnv({})
  const { locations, plans, addOns, prices } = getCatalogue()
  const esewaMerchant = environment.PUBLIC_DEMO_ESEWA_MERCHANT?.trim()
  const khaltiKey = environment.PUBLIC_DEMO_KHALTI_KEY?.trim()
  const reading = environment.PUBLIC_DEMO_READING?.trim() || 'real'
  if (reading !== 'real' && reading !== 'simulated')
    throw new Error(`PUBLIC_DEMO_READING is "${reading}": set it to real or simulated, or leave it out.`)
  return {
    catalogue: {
      // What the rules need of them, and nothing that a page says already.
      locations: locations.map(({ id, name, capacity, available, status, openingHours }) => ({
        id,
        name,
        capacity,
        available,
        status,
        openingHours,
      })),
      plans: plans.map(({ id, name, available, status }) => ({ id, name, available, status })),
      addOns: addOns.map(({ id, name, price, per }) => ({ id, name, price, per })),
      prices,
    },
    holdMinutes,
    transferHours,
    verifyHours,
    sameDayCutoffMinutes,
    bank,
    methodNames: getMethodNames(),
    merchantQr: SAMPLE_MERCHANT_QR,
    ...(esewaMerchant && { esewaMerchant }),
    ...(khaltiKey && { khaltiKey }),
    ...(reading === 'simulated' && { simulatedReading: true as const }),
    debugPanel: environment.PUBLIC_PAYMENT_DEBUG === 'true',
  }
}
