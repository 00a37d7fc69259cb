import { addDays, formatDate, formatRange, type IsoDate } from '../calendar.ts'
import { findClosedReason } from '../closure.ts'
import { listClosures } from '../closure-ranges.ts'
import { MAX_RANGE_DAYS } from '../date-range.ts'
import { PER_PERIOD } from '../line-item.ts'
import type { LocationId } from '../location.ts'
import { npr } from '../money.ts'
import { formatWeeklyHours } from '../opening-hours.ts'
import { BILLINGS, type PlanId } from '../plan.ts'
import { annualSaving, type PriceTable, planPrice } from '../price.ts'
import type { Room } from '../room.ts'
import { MAX_SEATS } from '../team.ts'
import { linkTo } from './answer-links.ts'
import type { AssistantFacts, AssistantLocation } from './facts.ts'

/** One fact, and the locations or plans it applies to. */
export interface FactLine {
  text: string
  locationId?: LocationId
  planId?: PlanId
}

/** The model receives these sentences, and its answers are compared with them. */
export function buildFactLines(facts: AssistantFacts): FactLine[] {
  const { brand, locations, rooms, plans, addOns, paymentMethods, amenities, questions, about, free, today } = facts
  const bookable = locations.filter(({ available }) => available)
  return [
    { text: `Today is ${formatDate(today)} in Kathmandu.` },
    {
      text: `${brand.name}: phone ${brand.phone}, WhatsApp ${brand.whatsapp}, email ${brand.email}. The phone is answered ${brand.hours.map(({ days, open, close }) => `${days} ${open}–${close}`).join(', ')}.`,
    },
    { text: `There are ${locations.length} locations; ${bookable.length} locations can be booked now.` },
    ...locations.flatMap((location): FactLine[] => [
      {
        locationId: location.id,
        text: `${location.name}, page /locations/${location.id}: ${location.fullAddress}. ${location.available ? 'Can be booked.' : `Cannot be booked: ${location.status}.`} ${location.capacity} seats${location.rating ? `, rated ${location.rating} of 5 stars` : ''}. Staffed hours: ${formatWeeklyHours(location.openingHours)}.`,
      },
      {
        locationId: location.id,
        text: `${location.name} has: ${[...location.features, ...location.amenities].join(', ')}.`,
      },
      ...rooms.filter(({ locationId }) => locationId === location.id).map((room) => buildRoomLine(room, location)),
      ...buildClosureLines(location, today),
    ]),
    {
      text: 'These are all closed days and other hours so far. Hours on public holidays that are not listed can still change.',
    },
    ...free.flatMap(({ locationId, seats }): FactLine[] => {
      const location = locations.find(({ id }) => id === locationId)
      if (location && findClosedReason(location, today) !== undefined) return []
      const of = location ? ` of ${location.capacity} seats` : ' seats'
      return [
        {
          ...(location && { locationId: location.id }),
          text: `${location?.name ?? locationId}: ${seats}${of} are free today, ${seats} seats are free.`,
        },
      ]
    }),
    { text: TEAMS },
    {
      text: 'Visitors who find a day full can join its waiting list in the wizard, and that of a location that cannot be booked on its page.',
    },
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
      ({ name, feeText, processingTime }): FactLine => ({
        text: `Paying with ${name}: fee ${feeText}, ${processingTime}.`,
      }),
    ),
    ...amenities.map(({ title, text }): FactLine => ({ text: `${title}: ${text}` })),
    ...questions.map(({ question, answer }): FactLine => ({ text: `${question} ${answer}` })),
    ...about.map((text): FactLine => ({ text })),
  ]
}

/** Of a year before and after today. */
const buildClosureLines = (location: AssistantLocation, today: IsoDate): FactLine[] =>
  listClosures(location, { from: addDays(today, -MAX_RANGE_DAYS), to: addDays(today, MAX_RANGE_DAYS) }).map(
    ({ from, to, reason, hours }) => ({
      locationId: location.id,
      text: `${location.name} is ${hours ? `open ${hours.open}–${hours.close}` : 'closed'} on ${formatRange(from, to)} (${reason}).`,
    }),
  )

/** Says `people`, because `8 seats` would support a wrong number of free seats. */
const buildRoomLine = (
  { name, kind, seats, equipment, bookableHours }: Room,
  location: AssistantLocation,
): FactLine => ({
  locationId: location.id,
  text: `${name} at ${location.name}: ${kind === 'meeting_room' ? 'meeting room' : 'phone booth, cannot be booked,'} for ${[`${seats} ${seats === 1 ? 'person' : 'people'}`, ...equipment].join(', ')}${bookableHours ? `. Can be booked ${bookableHours.open}–${bookableHours.close}` : ''}.`,
})

/** An answer, and a fact for the model. */
export const TEAMS = `Up to ${MAX_SEATS} people can be booked at once on the ${linkTo('Booking page')}, with one payment. For more, ask for an offer on the ${linkTo('Contact page')}.`

export const PER_UNIT = { hour: 'per hour', guest_day: 'per guest and day', month: 'per month' } as const

function buildPriceLines({ locationId, locationName, prices }: PriceTable): FactLine[] {
  const { daily, originalDaily } = prices.explorer
  const promotion = originalDaily ? ` (promotional price; usually ${npr(originalDaily)})` : ''
  const day = `Price at ${locationName}: day pass (Explorer) ${npr(daily)} per day${promotion}.`
  return [
    { locationId, planId: 'explorer', text: day },
    ...(['professional', 'enterprise', 'private-office'] as const).map((planId): FactLine => {
      const amounts = BILLINGS.flatMap((period) => {
        const amount = planPrice(prices, planId, period)
        return amount === undefined ? [] : [`${npr(amount)} ${PER_PERIOD[period]}`]
      })
      const saved = `paying by the year saves ${npr(annualSaving(prices[planId]))}`
      return { locationId, planId, text: `Price at ${locationName}: ${planId} ${amounts.join(', ')}; ${saved}.` }
    }),
  ]
}
