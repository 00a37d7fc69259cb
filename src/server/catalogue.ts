import about from '#content/about.json' with { type: 'json' }
import addOns from '#content/add-ons.json' with { type: 'json' }
import amenities from '#content/amenities.json' with { type: 'json' }
import brandFile from '#content/brand.json' with { type: 'json' }
import questions from '#content/faq.json' with { type: 'json' }
import fiscalYears from '#content/fiscal-years.json' with { type: 'json' }
import holidays from '#content/holidays/2083.json' with { type: 'json' }
import locations from '#content/locations.json' with { type: 'json' }
import paymentMethods from '#content/payment-methods.json' with { type: 'json' }
import plans from '#content/plans.json' with { type: 'json' }
import prices from '#content/prices.json' with { type: 'json' }
import rooms from '#content/rooms.json' with { type: 'json' }
import { aboutSchema } from '#contract/content/about.ts'
import { amenitySchema } from '#contract/content/amenity.ts'
import { brandSchema } from '#contract/content/brand.ts'
import { readList, readRecord } from '#contract/content/entries.ts'
import { readFiscalYears } from '#contract/content/fiscal-year.ts'
import { holidaySchema } from '#contract/content/holiday.ts'
import { locationSchema, REQUIRED_LOCATIONS } from '#contract/content/location.ts'
import { paymentMethodSchema, REQUIRED_PAYMENT_METHODS } from '#contract/content/payment-method.ts'
import { planSchema, REQUIRED_PLANS } from '#contract/content/plan.ts'
import { addOnSchema, priceTableContentSchema } from '#contract/content/price.ts'
import { questionSchema } from '#contract/content/question.ts'
import { roomSchema } from '#contract/content/room.ts'
import { imagePath } from '#contract/content/values.ts'
import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { addDays } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { DESK_METHOD_LABELS } from '#domain/payment.ts'
import { once } from './once.ts'

/** Returns the name of a location or plan, or the id if the content no longer has it. */
export const findName = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((known) => known.id === id)?.name ?? id

/** The code that begins the numbers of a location's bills; null if the content no longer has the location. */
export const findOutletCode = (id: string): string | null =>
  getCatalogue().locations.find((known) => known.id === id)?.outletCode ?? null

/** The content files of the pages, without price changes by staff. Throws a `ContentError` at the first call. */
export const getCatalogue = once(() => ({
  locations: readList('content/locations.json', locations, locationSchema(imagePath()), REQUIRED_LOCATIONS),
  plans: readList('content/plans.json', plans, planSchema, REQUIRED_PLANS),
  addOns: readList('content/add-ons.json', addOns, addOnSchema),
  prices: readList('content/prices.json', prices, priceTableContentSchema, REQUIRED_LOCATIONS),
  rooms: readList('content/rooms.json', rooms, roomSchema(imagePath())),
}))

export const getAssistantContent = once((): Omit<AssistantFacts, 'prices' | 'today' | 'free'> => {
  const { locations, rooms, plans, addOns } = getCatalogue()
  const { lead, mission, story } = readRecord('content/about.json', about, aboutSchema(imagePath()))
  return {
    brand: getBrand(),
    locations,
    rooms,
    plans,
    addOns,
    paymentMethods: getPaymentMethods(),
    amenities: readList('content/amenities.json', amenities, amenitySchema),
    questions: readList('content/faq.json', questions, questionSchema),
    about: [lead, story.opening, mission],
  }
})

/** Closed days and other hours on public holidays that a business could start with; content/holidays is not law. */
export const getHolidaySamples = once((): Omit<ListedClosure, 'id'>[] =>
  readList('content/holidays/2083.json', holidays, holidaySchema).flatMap(({ ad, days, name, sample }) =>
    sample === undefined
      ? []
      : {
          locationId: null,
          from: ad,
          to: addDays(ad, days - 1),
          reason: name.en,
          hours: sample === 'closed' ? null : sample,
        },
  ),
)

/** In order. The server issues no bills before the first and after the last year. */
export const getFiscalYears = once(() => readFiscalYears(fiscalYears))

/** Labels of the payment methods, and of those at the desk. */
export const getMethodNames = once(
  (): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(getPaymentMethods().map(({ id, name }) => [id, name])),
    ...DESK_METHOD_LABELS,
  }),
)

export const getBrand = once(() => readRecord('content/brand.json', brandFile, brandSchema))

const getPaymentMethods = once(() =>
  readList('content/payment-methods.json', paymentMethods, paymentMethodSchema, REQUIRED_PAYMENT_METHODS),
)
