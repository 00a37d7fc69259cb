import type { AddOnId } from '../catalogue.ts'
import { waitText } from '../duration.ts'
import { hoursLine } from '../hours.ts'
import { npr } from '../money.ts'
import { isDayPass, type Period, type PlanId } from '../plan.ts'
import { planPrice, pricesAt } from '../price.ts'
import { daysIn } from './days.ts'
import { ADD_ON_WORDS, type AssistantFacts, type AssistantLocation } from './facts.ts'
import { PER_UNIT } from './knowledge.ts'
import { locationsIn, plansIn } from './mentions.ts'
import { linkTo, linkToLocation } from './pages.ts'
import { type Topic, topicOf } from './topic.ts'

/** Added below an answer that replaces a service in cooldown. */
export const COOLING_NOTE = '(note: using offline assistant while the AI service cools down)'
/** Shown under the built-in answer when this site's own limit rejects a question. `retryAfter` in seconds. */
export const limitNote = (retryAfter?: number): string =>
  `You have asked a lot of questions. Try again ${retryAfter === undefined ? 'later' : `in ${waitText(retryAfter)}`}.`
export const WELCOME = "Hi! I'm the assistant. Ask me about memberships, locations, or bookings."
export const EMPTY_REPLY = 'Sorry, I could not generate a response.'
/** For operators, never for visitors. */
export const keyMissing = (setting: string): string =>
  `The API key is missing: set ${setting} in the environment configuration, then restart the dev server.`

/**
 * Returns the built-in answer for the topic of the question. Every price and name comes from `facts`; a location or
 * plan in the question narrows it.
 */
export function offlineAnswer(question: string, facts: AssistantFacts): string {
  const topic = topicOf(question, facts)
  return topic ? ANSWERS[topic](facts, question) : help(facts)
}

const ANSWERS: Readonly<Record<Topic, (facts: AssistantFacts, question: string) => string>> = {
  locations: (facts, question) => {
    const named = wanted(facts, question)
    const lead = named.length === 1 ? '' : 'Our locations:\n'
    return `${lead}${list((named.length > 0 ? named : sites(facts)).map(placeLine))}\nAll of them: ${linkTo('Locations')}`
  },
  hours: (facts, question) => {
    const named = wanted(facts, question)
    return `Staffed hours:\n${list((named.length > 0 ? named : sites(facts)).map(hoursOf))}`
  },
  holidays: (facts) =>
    `Our usual staffed hours:\n${list(sites(facts).map(hoursOf))}\nHours on public holidays can differ, and I do not know them. Before you come, ${reachUs(facts)}.`,
  changing: (facts) =>
    `To change a booking that you have made, ${reachUs(facts)}. Please have your booking reference ready.`,
  founder: (facts) =>
    `I do not know who founded ${facts.brand.name}. The ${linkTo('About')} page has our story; to ask, ${reachUs(facts)}.`,
  pricing: (facts, question) => {
    const extras = facts.addOns.filter(({ id }) => new RegExp(ASKED_BY[id], 'i').test(question))
    if (extras.length > 0)
      return `${list(extras.map(({ name, price, per }) => `${name}: ${npr(price)} ${PER_UNIT[per]}`))}\nMore on ${linkTo('Pricing')}.`
    const printing = /print/i.test(question) && facts.questions.find((known) => /print/i.test(known.question))
    if (printing) return printing.answer
    const places = wanted(facts, question)
    const open = facts.locations.filter(({ available }) => available)
    const plans = plansIn(question)
    const shown = facts.plans.filter(({ id }) => plans.length === 0 || plans.includes(id))
    const blocks = (places.length > 0 ? places : open).map(
      (place) => `${place.name}:\n${list(shown.map((plan) => priceLine(facts, place, plan.id)))}`,
    )
    return `${blocks.join('\n')}\nEvery plan has WiFi, coffee and tea. More on ${linkTo('Pricing')}.`
  },
  booking: (facts, question) => {
    const closed = wanted(facts, question).filter(({ available }) => !available)
    const lead = closed.map(({ name, status }) => `${name} cannot be booked now: ${status}.\n`).join('')
    return `${lead}Choose a place, a plan and a day on the ${linkTo('Booking page')}; to look first, ${linkTo('Book a Tour')}: it is free. Or write on WhatsApp: ${facts.brand.whatsapp}.`
  },
  free_seats: ({ locations, free }, question) => {
    if (ANOTHER_DAY.test(question) || daysIn(question).length > 0) return OTHER_DAYS
    const lines = free.flatMap(({ locationId, seats }) => {
      const place = locations.find(({ id }) => id === locationId)
      return place
        ? [`${place.name}: ${seats === 0 ? 'full today' : `${seats} of ${place.capacity} seats free today`}`]
        : []
    })
    if (lines.length === 0) return OTHER_DAYS
    return `${list(lines)}\nOther days are on the ${linkTo('Booking page')}.`
  },
  amenities: (facts, question) => {
    const named = wanted(facts, question)
    const asked = askedAmenities(facts, question)
    if (asked.length > 0) {
      const places = named.length > 0 ? named : sites(facts)
      return list(places.map((place) => amenityLine(place, asked)))
    }
    if (named.length > 0)
      return named.map((place) => `${place.name}: ${[...place.features, ...place.amenities].join(', ')}.`).join('\n')
    return `Amenities:\n${list(facts.amenities.map(({ title, text }) => `${title}: ${text}`))}`
  },
  about: ({ about }) => `${about.join('\n')}\nMore on ${linkTo('About')}.`,
  contact: ({ brand }) =>
    `Call ${brand.phone}, write on WhatsApp: ${brand.whatsapp} or to ${brand.email}, or use the ${linkTo('Contact page')}.`,
  payment: ({ paymentMethods }) =>
    `You can pay with:\n${list(paymentMethods.map(({ name, fees, processingTime }) => `${name}: ${fees}, ${processingTime}`))}`,
  cancelling: (facts) => {
    const known = facts.questions.filter(({ question }) => topicOf(question, facts) === 'cancelling')
    return known.length > 0 ? known.map(({ answer }) => answer).join('\n') : help(facts)
  },
  greeting: () => WELCOME,
}

const reachUs = ({ brand }: AssistantFacts): string => `call ${brand.phone} or write on WhatsApp: ${brand.whatsapp}`

/** What a location can have, by the name that its list gives it: those that a question names. */
function askedAmenities({ locations }: AssistantFacts, question: string): string[] {
  const lower = question.toLowerCase()
  const known = new Set(locations.flatMap(({ features, amenities }) => [...features, ...amenities]))
  return [...known].filter((name) => lower.includes(stem(name)))
}
/** `parking`, `phone booth`: plural and singular ask for the same. */
const stem = (name: string): string => name.toLowerCase().replace(/s$/, '')

function amenityLine({ name, features, amenities }: AssistantLocation, asked: readonly string[]): string {
  const has = [...features, ...amenities]
  return `${name}: ${asked.map((each) => (has.includes(each) ? each : `${each} not listed`)).join(', ')}`
}

const help = ({ brand }: AssistantFacts): string =>
  `I can help with locations, prices, opening hours, amenities and bookings. For anything else, call ${brand.phone}, write on WhatsApp: ${brand.whatsapp}, or use the ${linkTo('Contact page')}.`

/** The three sites; what is only announced is named when it is asked for. */
const sites = ({ locations }: AssistantFacts): readonly AssistantLocation[] =>
  locations.filter(({ available, status }) => available || status !== 'Coming Soon')

const wanted = ({ locations }: AssistantFacts, question: string): AssistantLocation[] => {
  const ids = locationsIn(question, locations)
  return locations.filter(({ id }) => ids.includes(id))
}

/** What cannot be booked says so beside its hours. */
const hoursOf = ({ name, available, status, openingHours }: AssistantLocation): string =>
  `${name}: ${hoursLine(openingHours)}${available ? '' : `. Not open for booking: ${status}`}`

const OTHER_DAYS = `The ${linkTo('Booking page')} shows which days have free seats.`
const ANOTHER_DAY = /tomorrow|\bnext\b|bholi|parsi|भोलि|पर्सि/i

/** Whoever asks about mail may mean a letter to us. */
const ASKED_BY: Readonly<Record<AddOnId, string>> = { ...ADD_ON_WORDS, 'mail-handling': '\\bmail handling|\\bpost\\b' }

const placeLine = (place: AssistantLocation): string =>
  `${linkToLocation(place)}: ${place.fullAddress}. ${place.available ? hoursLine(place.openingHours) : place.status}.`

const PER: Readonly<Record<Period, string>> = { daily: 'a day', weekly: 'a week', monthly: 'a month', annual: 'a year' }
const SOLD: readonly Period[] = ['daily', 'weekly', 'monthly', 'annual']

function priceLine({ plans, prices }: AssistantFacts, place: AssistantLocation, planId: PlanId): string {
  const plan = plans.find(({ id }) => id === planId)
  const name = isDayPass(planId) ? 'Day Pass' : (plan?.name ?? planId)
  const table = pricesAt(prices, place.id)
  const amounts = SOLD.flatMap((period) => {
    const amount = planPrice(table, planId, period)
    return amount === undefined ? [] : [`${npr(amount)} ${PER[period]}`]
  })
  const status = plan && !plan.available ? ` (${plan.status})` : ''
  return `${name}${status}: ${amounts.join(', ')}`
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
