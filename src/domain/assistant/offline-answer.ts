import { addDays, formatDate, formatRange, type IsoDate } from '../calendar.ts'
import type { AddOnId } from '../catalogue.ts'
import { findClosedReason } from '../closure.ts'
import { listClosures } from '../closure-ranges.ts'
import { type DateRange, MAX_RANGE_DAYS } from '../date-range.ts'
import { formatWait } from '../duration.ts'
import { hoursOn } from '../location.ts'
import { npr } from '../money.ts'
import { formatWeeklyHours } from '../opening-hours.ts'
import { isDayPass, PERIODS, type Period, type PlanId } from '../plan.ts'
import { planPrice, pricesAt } from '../price.ts'
import { ASK_US, BOOK, BOOK_DAY_PASS, linkTo, linkToLocation } from './answer-links.ts'
import { findDates } from './date-claims.ts'
import { PER_UNIT, TEAMS } from './fact-lines.ts'
import { ADD_ON_PATTERNS, type AssistantFacts, type AssistantLocation } from './facts.ts'
import { findLocations, findPlans } from './mentions.ts'
import { buildRoomsAnswer } from './rooms-answer.ts'
import { detectTopic, type Topic } from './topic.ts'
import { findWeekdays } from './weekdays.ts'

/** Added below an answer that replaces a service in cooldown. */
export const COOLDOWN_NOTE = '(note: using offline assistant while the AI service cools down)'
/** Shown under the built-in answer when this site's own limit rejects a question. `retryAfter` in seconds. */
export const formatLimitNote = (retryAfter?: number): string =>
  `You have asked a lot of questions. Try again ${retryAfter === undefined ? 'later' : `in ${formatWait(retryAfter)}`}.`
export const WELCOME = "Hi! I'm the assistant. Ask me about memberships, locations, or bookings."
export const EMPTY_ANSWER = 'Sorry, I could not generate a response.'
/** For operators, never for visitors. */
export const formatMissingKeyMessage = (setting: string): string =>
  `The API key is missing: set ${setting} in the environment configuration, then restart the dev server.`

/** Returns the built-in answer for the topic of a question. A location or plan in the question narrows it. */
export function buildOfflineAnswer(question: string, facts: AssistantFacts): string {
  const topic = detectTopic(question, facts)
  return topic ? ANSWERS[topic](facts, question) : formatHelp(facts)
}

const ANSWERS: Readonly<Record<Topic, (facts: AssistantFacts, question: string) => string>> = {
  locations: (facts, question) => {
    const named = findNamedLocations(facts, question)
    const lead = named.length === 1 ? '' : 'Our locations:\n'
    return `${lead}${formatList((named.length > 0 ? named : listOpenLocations(facts)).map(formatLocationLine))}\n[See all locations](/locations)`
  },
  hours: (facts, question) => {
    const named = findNamedLocations(facts, question)
    const locations = named.length > 0 ? named : listOpenLocations(facts)
    const [dates] = findDates(question, facts.today, 'next')
    if (dates && dates.from === dates.to)
      return formatList(locations.map((location) => formatDay(location, dates.from, facts.today)))
    const closed = formatClosures(facts, locations, { from: facts.today, to: addDays(facts.today, SHOWN_DAYS) })
    return `Staffed hours:\n${formatList(locations.map(formatLocationHours))}${closed && `\nClosed days and other hours:\n${closed}`}`
  },
  holidays: (facts, question) => {
    const { today } = facts
    const named = findNamedLocations(facts, question)
    const locations = named.length > 0 ? named : listOpenLocations(facts)
    const [name, holiday] = Object.entries(HOLIDAYS).find(([, names]) => names.test(question)) ?? []
    const upcoming = { from: today, to: addDays(today, MAX_RANGE_DAYS) }
    const contact = `Before you come, ${formatContactHint(facts)}.`
    const next = holiday && formatClosures(facts, locations, upcoming, holiday)
    if (next) return `${next}\n[See the hours of other days](/locations)`
    const unknown = `${name ? `We do not know yet: the days of ${name} are not announced.` : OTHER_HOLIDAYS} ${contact}`
    const last =
      holiday && formatClosures(facts, locations, { from: addDays(today, -MAX_RANGE_DAYS), to: today }, holiday)
    if (last) return `${unknown}\nLast time:\n${last}\n${ASK_US}`
    const known = formatClosures(facts, locations, upcoming)
    const usual = named.length > 0 ? named : locations.filter(({ available }) => available)
    return `${unknown}\nOur usual staffed hours:\n${formatList(usual.map(formatLocationHours))}${known && `\nClosed days and other hours so far:\n${known}`}\n${ASK_US}`
  },
  own_booking: (facts) =>
    `Your booking opens with the link in our emails. To get the link again: ${linkTo('Find my booking')}. For help, ${formatContactHint(facts)}.`,
  changing: (facts) =>
    `Open your booking with the link in our emails, or with ${linkTo('Find my booking')}. There you can move it to other dates or cancel it. For other changes, ${formatContactHint(facts)}. Please have your booking reference ready.`,
  founder: (facts) =>
    `I do not know who founded ${facts.brand.name}. The ${linkTo('About')} page has our story. To ask us, ${formatContactHint(facts)}.`,
  pricing: (facts, question) => {
    const extras = facts.addOns.filter(({ id }) => new RegExp(ADD_ON_QUESTION_PATTERNS[id], 'i').test(question))
    if (extras.length > 0)
      return `${formatList(extras.map(({ name, price, per }) => `**${name}**: ${npr(price)} ${PER_UNIT[per]}`))}\n${BOOK}`
    const printing = /print/i.test(question) && facts.questions.find((known) => /print/i.test(known.question))
    if (printing) return printing.answer
    const named = findNamedLocations(facts, question)
    const open = facts.locations.filter(({ available }) => available)
    const shownAt = named.length > 0 ? named : open
    const plans = findPlans(question)
    const shown = facts.plans.filter(({ id }) => plans.length === 0 || plans.includes(id))
    const [only] = shown.length === 1 ? shown : []
    const prices = only
      ? shownAt.map(
          (location) => `**${namePlan(only)} at ${location.name}**: ${formatPrices(facts, location, only.id)}`,
        )
      : shownAt.map((location) => {
          const lines = shown.map((plan) => `${namePlan(plan)}: ${formatPrices(facts, location, plan.id)}`)
          return `**${location.name}**\n${formatList(lines)}`
        })
    const list = only && prices.length > 1 ? formatList(prices) : prices.join('\n')
    const book = shown.every(({ id }) => isDayPass(id)) ? BOOK_DAY_PASS : BOOK
    return `${list}\nEvery plan has Wi-Fi, coffee and tea. More on ${linkTo('Pricing')}.\n${book}`
  },
  booking: (facts, question) => {
    const closed = findNamedLocations(facts, question).filter(({ available }) => !available)
    const lead = closed.map(({ name, status }) => `${name} cannot be booked now: ${status}.\n`).join('')
    return `${lead}Choose a location, a plan and a date on the ${linkTo('Booking page')}. To visit first, ${linkTo('Book a Tour')}. Tours are free. Or write on WhatsApp: ${facts.brand.whatsapp}.`
  },
  rooms: (facts, question) => {
    const named = findNamedLocations(facts, question)
    return buildRoomsAnswer(
      facts,
      named.length > 0 ? named : facts.locations.filter(({ available }) => available),
      question,
    )
  },
  free_seats: ({ locations, free, today }, question) => {
    const namesAnotherDay = findDates(question, today, 'next').some(({ from, to }) => from !== today || to !== today)
    if (namesAnotherDay || ANOTHER_DAY.test(question) || findWeekdays(question).length > 0) return OTHER_DAYS
    const lines = free.flatMap(({ locationId, seats }) => {
      const location = locations.find(({ id }) => id === locationId)
      const closed = location && findClosedReason(location, today)
      if (closed !== undefined) return [`**${location?.name}**: closed today (${closed})`]
      return location
        ? [`**${location.name}**: ${seats === 0 ? 'full today' : `${seats} of ${location.capacity} seats free today`}`]
        : []
    })
    if (lines.length === 0) return OTHER_DAYS
    return `${formatList(lines)}\n[See other days](/booking)`
  },
  waiting_list: ({ locations }) => {
    const other = locations.filter(({ available }) => !available).map(linkToLocation)
    const places =
      other.length > 0 ? `\nFor a location that cannot be booked, use the form on its page: ${other.join(', ')}.` : ''
    return `If a day is full, choose it on the ${linkTo('Booking page')} and leave your email: we write to you when a seat is free.${places}`
  },
  teams: () => TEAMS,
  guests: (facts) => {
    const known = facts.questions.find(({ question }) => /guest/i.test(question))
    return known ? known.answer : formatHelp(facts)
  },
  amenities: (facts, question) => {
    const named = findNamedLocations(facts, question)
    const requested = findRequestedAmenities(facts, question)
    if (requested.length > 0) {
      const locations = named.length > 0 ? named : listOpenLocations(facts)
      return formatList(locations.map((location) => formatAmenityLine(location, requested)))
    }
    if (named.length > 0)
      return named
        .map((location) => `**${location.name}**: ${[...location.features, ...location.amenities].join(', ')}.`)
        .join('\n')
    return `Amenities:\n${formatList(facts.amenities.map(({ title, text }) => `**${title}**: ${text}`))}`
  },
  about: ({ about }) => `${about.join('\n')}\nMore on ${linkTo('About')}.`,
  contact: ({ brand }) =>
    `Call ${brand.phone}, write on WhatsApp: ${brand.whatsapp} or to ${brand.email}, or use the ${linkTo('Contact page')}.`,
  payment: ({ paymentMethods }) =>
    `You can pay with:\n${formatList(paymentMethods.map(({ name, feeText, processingTime }) => `**${name}**: ${feeText}, ${processingTime}`))}`,
  cancelling: (facts) => {
    const known = facts.questions.filter(({ question }) => detectTopic(question, facts) === 'cancelling')
    return known.length > 0 ? known.map(({ answer }) => answer).join('\n') : formatHelp(facts)
  },
  greeting: () => WELCOME,
}

const formatContactHint = ({ brand }: AssistantFacts): string =>
  `call ${brand.phone} or write on WhatsApp: ${brand.whatsapp}`

function findRequestedAmenities({ locations }: AssistantFacts, question: string): string[] {
  const lower = question.toLowerCase()
  const known = new Set(locations.flatMap(({ features, amenities }) => [...features, ...amenities]))
  return [...known].filter((name) => lower.includes(stem(name)))
}
const stem = (name: string): string => name.toLowerCase().replace(/s$/, '')

function formatAmenityLine({ name, features, amenities }: AssistantLocation, requested: readonly string[]): string {
  const has = [...features, ...amenities]
  return `**${name}**: ${requested.map((each) => (has.includes(each) ? each : `${each} not listed`)).join(', ')}`
}

const formatHelp = ({ brand }: AssistantFacts): string =>
  `I can help with locations, prices, opening hours, amenities and bookings. For anything else, call ${brand.phone}, write on WhatsApp: ${brand.whatsapp}, or use the ${linkTo('Contact page')}.`

/** Announced locations are named only when the question names them. */
const listOpenLocations = ({ locations }: AssistantFacts): readonly AssistantLocation[] =>
  locations.filter(({ available, status }) => available || status !== 'Coming Soon')

const findNamedLocations = ({ locations }: AssistantFacts, question: string): AssistantLocation[] => {
  const ids = findLocations(question, locations)
  return locations.filter(({ id }) => ids.includes(id))
}

const formatLocationHours = ({ name, available, status, openingHours }: AssistantLocation): string =>
  `**${name}**: ${formatWeeklyHours(openingHours)}${available ? '' : `. Not open for booking: ${status}`}`

/** Of the usual week the answer names the exceptions of these days. */
const SHOWN_DAYS = 60
const OTHER_HOLIDAYS = 'Hours on public holidays can differ.'

/** Names of holidays in questions and in the reasons of closures, which managers write. */
const HOLIDAYS: Readonly<Record<string, RegExp>> = {
  Dashain: /dash?ain?|दशैं|दसैं/i,
  Tihar: /tihar|diwali|dee?pawali|तिहार/i,
  Chhath: /chh?ath|छठ/i,
  Holi: /\bholi\b|phagu|fagu|होली|फागु/i,
  Shivaratri: /shivaratri|शिवरात्रि/i,
  Losar: /l(h)?osar|ल्होसार/i,
  Christmas: /christmas|क्रिसमस/i,
  Eid: /\beid\b|इद/i,
  'New Year': /new year|naya bar[sk]h?a|नयाँ वर्ष/i,
}

/** Such as `All locations: closed 8 Nov 2026 (Tihar)`; empty if there is nothing in the range. */
function formatClosures(
  facts: AssistantFacts,
  locations: readonly AssistantLocation[],
  range: DateRange,
  reasons = /./,
): string {
  const lines = locations.map((location) => {
    const closures = listClosures(location, range).filter(({ reason }) => reasons.test(reason))
    const days = closures.map(
      ({ from, to, reason, hours }) =>
        `${formatRange(from, to)}: ${hours ? `open ${hours.open}–${hours.close}` : 'closed'} (${reason})`,
    )
    return { name: location.name, text: formatList(days) }
  })
  const areAll = lines.length > 1 && listOpenLocations(facts).every((location) => locations.includes(location))
  const isCommon = areAll && new Set(lines.map(({ text }) => text)).size === 1
  const shown = isCommon ? lines.slice(0, 1).map(({ text }) => ({ name: 'All locations', text })) : lines
  return shown
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `**${name}**:\n${text}`)
    .join('\n')
}

function formatDay(location: AssistantLocation, day: IsoDate, today: IsoDate): string {
  const { name, available, status } = location
  const date = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : `on ${formatDate(day)}`
  const closed = findClosedReason(location, day)
  if (closed !== undefined) return `**${name}**: closed ${date} (${closed})`
  if (!available) return `**${name}**: cannot be booked: ${status}`
  const { open, close } = hoursOn(location, day)
  return `**${name}**: open ${date} ${open}–${close}`
}

const OTHER_DAYS = `I see the free seats of today only. The ${linkTo('Booking page')} shows which days have free seats.`
const ANOTHER_DAY = /tomorrow|\bnext\b|bholi|parsi|भोलि|पर्सि/i

/** `mail` may also mean an email to us. */
const ADD_ON_QUESTION_PATTERNS: Readonly<Record<AddOnId, string>> = {
  ...ADD_ON_PATTERNS,
  'mail-handling': '\\bmail handling|\\bpost\\b',
}

const formatLocationLine = (location: AssistantLocation): string =>
  `${linkToLocation(location)}: ${location.fullAddress}. ${location.available ? formatWeeklyHours(location.openingHours) : location.status}.`

const PER: Readonly<Record<Period, string>> = { daily: 'a day', weekly: 'a week', monthly: 'a month', annual: 'a year' }

const namePlan = ({ id, name, available, status }: AssistantFacts['plans'][number]): string =>
  `${isDayPass(id) ? 'Day Pass' : name}${available ? '' : ` (${status})`}`

function formatPrices({ prices }: AssistantFacts, location: AssistantLocation, planId: PlanId): string {
  const table = pricesAt(prices, location.id)
  const amounts = PERIODS.flatMap((period) => {
    const amount = planPrice(table, planId, period)
    return amount === undefined ? [] : [`${npr(amount)} ${PER[period]}`]
  })
  return amounts.join(', ')
}

const formatList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
