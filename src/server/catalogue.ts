import about from '#content/about.json' with { type: 'json' }
import addOns from '#content/add-ons.json' with { type: 'json' }
import amenities from '#content/amenities.json' with { type: 'json' }
import brandFile from '#content/brand.json' with { type: 'json' }
import questions from '#content/faq.json' with { type: 'json' }
import locations from '#content/locations.json' with { type: 'json' }
import paymentMethods from '#content/payment-methods.json' with { type: 'json' }
import plans from '#content/plans.json' with { type: 'json' }
import prices from '#content/prices.json' with { type: 'json' }
import { aboutSchema } from '#contract/content/about.ts'
import { brandSchema } from '#contract/content/brand.ts'
import { readList, readRecord } from '#contract/content/entries.ts'
import { locationSchema, REQUIRED_LOCATIONS } from '#contract/content/location.ts'
import { paymentMethodSchema, REQUIRED_PAYMENT_METHODS } from '#contract/content/payment-method.ts'
import { planSchema, REQUIRED_PLANS } from '#contract/content/plan.ts'
import { addOnSchema, priceTableContentSchema } from '#contract/content/price.ts'
import { imagePath } from '#contract/content/values.ts'
import { amenitySchema, questionSchema } from '#contract/content/words.ts'
import type { AssistantFacts } from '#domain/assistant/facts.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { CASH_LABEL } from '#domain/payment.ts'

/**
 * The business as the server knows it: the same files that the pages are built from, checked by the same schemas.
 * `prices` are the tables before staff changed any. Read once, at the first call; throws a `ContentProblem`.
 */
export const getCatalogue = once(
  (): Catalogue => ({
    locations: readList('content/locations.json', locations, locationSchema(imagePath()), REQUIRED_LOCATIONS),
    plans: readList('content/plans.json', plans, planSchema, REQUIRED_PLANS),
    addOns: readList('content/add-ons.json', addOns, addOnSchema),
    prices: readList('content/prices.json', prices, priceTableContentSchema, REQUIRED_LOCATIONS),
  }),
)

/** What the assistant knows of the business before anybody changed a price or took a seat. */
export const getAssistantContent = once((): Omit<AssistantFacts, 'prices' | 'today' | 'free'> => {
  const { addOns } = getCatalogue()
  const { lead, mission, story } = readRecord('content/about.json', about, aboutSchema(imagePath()))
  return {
    brand: getBrand(),
    locations: readList('content/locations.json', locations, locationSchema(imagePath()), REQUIRED_LOCATIONS),
    plans: readList('content/plans.json', plans, planSchema, REQUIRED_PLANS),
    addOns,
    paymentMethods: readList(
      'content/payment-methods.json',
      paymentMethods,
      paymentMethodSchema,
      REQUIRED_PAYMENT_METHODS,
    ),
    amenities: readList('content/amenities.json', amenities, amenitySchema),
    questions: readList('content/faq.json', questions, questionSchema),
    about: [lead, story.opening, mission],
  }
})

/** How each way to pay is called, that at the desk too. */
export const getMethodNames = once(
  (): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(
      readList('content/payment-methods.json', paymentMethods, paymentMethodSchema, REQUIRED_PAYMENT_METHODS).map(
        ({ id, name }) => [id, name],
      ),
    ),
    cash: CASH_LABEL,
  }),
)

/** Name, address and telephone of the business, for mails and receipts. */
export const getBrand = once(() => readRecord('content/brand.json', brandFile, brandSchema))

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
