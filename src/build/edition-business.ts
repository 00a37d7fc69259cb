import { pickFields } from '#contract/content/entries.ts'
import type { Business } from '#contract/edition.ts'
import { getCatalogue, getMethodNames } from '#server/catalogue.ts'
import { readEnv, SAMPLE_MERCHANT_QR } from '#server/env.ts'

/** Everything here is public, because page scripts contain it. */
export function readEditionBusiness(environment: Record<string, string | undefined>): Business {
  // Settings are defaults only; accounts and secrets of the server are not read.
  const { holdMinutes, transferHours, verifyHours, sameDayCutoffMinutes, bank } = readEnv({})
  const { locations, plans, addOns, prices } = getCatalogue()
  const esewaMerchant = environment.PUBLIC_DEMO_ESEWA_MERCHANT?.trim()
  const khaltiKey = environment.PUBLIC_DEMO_KHALTI_KEY?.trim()
  const reader = environment.PUBLIC_DEMO_READING?.trim() || 'real'
  if (reader !== 'real' && reader !== 'simulated')
    throw new Error(`PUBLIC_DEMO_READING is "${reader}": set it to real or simulated, or remove it.`)
  return {
    catalogue: {
      locations: locations.map((each) =>
        pickFields(each, 'id', 'name', 'capacity', 'available', 'status', 'openingHours'),
      ),
      plans: plans.map((each) => pickFields(each, 'id', 'name', 'available', 'status')),
      addOns: addOns.map((each) => pickFields(each, 'id', 'name', 'price', 'per')),
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
    ...(reader === 'simulated' && { simulatedReading: true as const }),
    debugPanel: environment.PUBLIC_PAYMENT_DEBUG === 'true',
  }
}
