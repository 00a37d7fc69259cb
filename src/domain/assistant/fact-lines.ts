import { formatDate } from '../calendar.ts'
import type { LocationId } from '../location.ts'
import { npr } from '../money.ts'
import { formatWeeklyHours } from '../opening-hours.ts'
import { BILLINGS, type PlanId } from '../plan.ts'
import { annualSaving, type PriceTable, planPrice } from '../price.ts'
import type { AssistantFacts } from './facts.ts'

/** One thing that the assistant knows, and of which location or plan it is true. */
export interface FactLine {
  text: string
  locationId?: LocationId
  planId?: PlanId
}

/** The facts in sentences: what the model is told, and what its answers are compared with. */
export function buildFactLines(facts: AssistantFacts): FactLine[] {
  const { brand, locations, plans, addOns, paymentMethods, amenities, questions, about, free, today } = facts
  const bookable = locations.filter(({ available }) => available)
  return [
    { text: `Today is ${formatDate(today)} in Kathmandu.` },
    {
      text: `${brand.name}: phone ${brand.phone}, WhatsApp ${brand.whatsapp}, email ${brand.email}. The phone is answered ${brand.hours.map(({ days, open, close }) => `${days} ${open}–${close}`).join(', ')}.`,
    },
    { text: `There are ${locations.length} locations; ${bookable.length} locations can be booked now.` },
    ...locations.flatMap((place): FactLine[] => [
      {
        locationId: place.id,
        text: `${place.name}, page /locations/${place.id}: ${place.fullAddress}. ${place.available ? 'Can be booked.' : `Cannot be booked: ${place.status}.`} ${place.capacity} seats${place.rating ? `, rated ${place.rating} of 5 stars` : ''}. Staffed hours: ${formatWeeklyHours(place.openingHours)}.`,
      },
      { locationId: place.id, text: `${place.name} has: ${[...place.features, ...place.amenities].join(', ')}.` },
    ]),
    ...free.map(({ locationId, seats }): FactLine => {
      const place = locations.find(({ id }) => id === locationId)
      const of = place ? ` of ${place.capacity} seats` : ' seats'
      return {
        ...(place && { locationId: place.id }),
        text: `${place?.name ?? locationId}: ${seats}${of} are free today, ${seats} seats are free.`,
      }
    }),
    ...plans.map(
      ({ id, name, subtitle, features, available, status }): FactLine => ({
        planId: id,
        text: `Plan ${name} (${subtitle})${available ? '' : `, cannot be booked: ${status}`}: ${features.join(', ')}.`,
      }),
    ),
    ...facts.prices.flatMap((table) =>
      locations.some(({ id }) => id === table.locationId) ? buildPriceLines(table) : [],
    ),
    ...addOns.map(({ name, price, per }): FactLine => ({ text: `${name}: ${npr(price)} ${PER_UNIT[per]}.` })),
    ...paymentMethods.map(
      ({ name, fees, processingTime }): FactLine => ({ text: `Paying with ${name}: fee ${fees}, ${processingTime}.` }),
    ),
    ...amenities.map(({ title, text }): FactLine => ({ text: `${title}: ${text}` })),
    ...questions.map(({ question, answer }): FactLine => ({ text: `${question} ${answer}` })),
    ...about.map((text): FactLine => ({ text })),
  ]
}

export const PER_UNIT = { hour: 'per hour', guest_day: 'per guest and day', month: 'per month' } as const
const PER = { weekly: 'per week', monthly: 'per month', annual: 'per year' } as const

function buildPriceLines({ locationId, locationName, prices }: PriceTable): FactLine[] {
  const { daily, originalDaily } = prices.explorer
  const was = originalDaily ? ` (promotional price; usually ${npr(originalDaily)})` : ''
  const day = `Price at ${locationName}: day pass (Explorer) ${npr(daily)} per day${was}.`
  return [
    { locationId, planId: 'explorer', text: day },
    ...(['professional', 'enterprise', 'private-office'] as const).map((planId): FactLine => {
      const amounts = BILLINGS.flatMap((period) => {
        const amount = planPrice(prices, planId, period)
        return amount === undefined ? [] : [`${npr(amount)} ${PER[period]}`]
      })
      const saved = `paying by the year saves ${npr(annualSaving(prices[planId]))}`
      return { locationId, planId, text: `Price at ${locationName}: ${planId} ${amounts.join(', ')}; ${saved}.` }
    }),
  ]
}
