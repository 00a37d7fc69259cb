import about from '#content/about.json' with { type: 'json' }
import addOns from '#content/add-ons.json' with { type: 'json' }
import amenities from '#content/amenities.json' with { type: 'json' }
import brandFile from '#content/brand.json' with { type: 'json' }
import questions from '#content/faq.json' with { type: 'json' }
import locations from '#content/locations.json' with { type: 'json' }
import paymentMethods from '#content/payment-methods.json' with { type: 'json' }
import plans from '#content/plans.json' with { type: 'json' }
import prices from '#content/prices.json' with { type: 'json' }
import { aboutShape } from '#contract/content/about.ts'
import { brandShape } from '#contract/content/brand.ts'
import { readList, readRecord } from '#contract/content/list.ts'
import { EVERY_LOCATION, locationShape } from '#contract/content/location.ts'
import { EVERY_PAYMENT_METHOD, paymentMethodShape } from '#contract/content/payment-method.ts'
import { EVERY_PLAN, planShape } from '#contract/content/plan.ts'
import { addOnShape, priceTableContentShape } from '#contract/content/price.ts'
import { picturePath } from '#contract/content/values.ts'
import { amenityShape, questionShape } from '#contract/content/words.ts'
import type { AssistantFacts } from '#domain/assistant/facts.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { CASH_LABEL } from '#domain/payment.ts'

/**
 * The business as the server knows it: the same files that the pages are built from, checked by the same schemas.
 * `prices` are the tables before staff changed any. Read once, at the first call; throws a `ContentProblem`.
 */
export const catalogue = once(
  (): Catalogue => ({
    locations: readList('content/locations.json', locations, locationShape(picturePath()), EVERY_LOCATION),
    plans: readList('content/plans.json', plans, planShape, EVERY_PLAN),
    addOns: readList('content/add-ons.json', addOns, addOnShape),
    prices: readList('content/prices.json', prices, priceTableContentShape, EVERY_LOCATION),
  }),
)

/** What the assistant knows of the business before anybody changed a price or took a seat. */
export const assistantWords = once((): Omit<AssistantFacts, 'prices' | 'today' | 'free'> => {
  const { addOns } = catalogue()
  const { lead, mission, story } = readRecord('content/about.json', about, aboutShape(picturePath()))
  return {
    brand: brand(),
    locations: readList('content/locations.json', locations, locationShape(picturePath()), EVERY_LOCATION),
    plans: readList('content/plans.json', plans, planShape, EVERY_PLAN),
    addOns,
    paymentMethods: readList('content/payment-methods.json', paymentMethods, paymentMethodShape, EVERY_PAYMENT_METHOD),
    amenities: readList('content/amenities.json', amenities, amenityShape),
    questions: readList('content/faq.json', questions, questionShape),
    about: [lead, story.opening, mission],
  }
})

/** How each way to pay is called, that at the desk too. */
export const methodNames = once(
  (): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(
      readList('content/payment-methods.json', paymentMethods, paymentMethodShape, EVERY_PAYMENT_METHOD).map(
        ({ id, name }) => [id, name],
      ),
    ),
    cash: CASH_LABEL,
  }),
)

/** Name, address and telephone of the business, for mails and receipts. */
export const brand = once(() => readRecord('content/brand.json', brandFile, brandShape))

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
