import { hoursOn, type LocationId } from '../location.ts'
import { readRupees } from '../money.ts'
import { NUMBER_WORDS, toLatinDigits } from '../number.ts'
import type { Period, PlanId } from '../plan.ts'
import { isOwnPath } from './answer-links.ts'
import { checkDates, findDates } from './date-claims.ts'
import { buildFactLines, type FactLine } from './fact-lines.ts'
import { type AssistantFacts, type AssistantLocation, listPricedFacts, type PricedFact } from './facts.ts'
import { findAddOns, findLocations, findPeriods, findPlans } from './mentions.ts'
import { COUNT_CUE, findFreeClaims, findUnsupportedMoney, isPriceContext, PERIOD_FOLLOWS } from './price-claims.ts'
import { findWeekdays } from './weekdays.ts'

/** The locations and plans a sentence is about; a clause without a location inherits the previous one. */
interface Scope {
  locations: readonly LocationId[]
  plans: readonly PlanId[]
  periods: readonly Period[]
}
export const NO_SCOPE: Scope = { locations: [], plans: [], periods: [] }

/** Returns the scope that the next sentence inherits. */
export function scopeAfter(text: string, before: Scope, facts: AssistantFacts): Scope {
  const [locations, plans, periods] = [findLocations(text, facts.locations), findPlans(text), findPeriods(text)]
  return {
    locations: locations.length > 0 ? locations : before.locations,
    plans: plans.length > 0 ? plans : before.plans,
    periods: periods.length > 0 ? periods : plans.length > 0 ? [] : before.periods,
  }
}

/** Compares sentences with the facts. Create one per answer. */
export class FactCheck {
  readonly #facts: AssistantFacts
  readonly #factLines: readonly FactLine[]

  constructor(facts: AssistantFacts) {
    this.#facts = facts
    // The facts write hours in 24-hour form.
    this.#factLines = buildFactLines(facts).map((line) => ({
      ...line,
      text: normaliseText(line.text).replace(TIME, (...match) => to24HourTime(match)),
    }))
  }

  /** Returns the claims of a sentence that the facts do not support; empty if the sentence may be shown. */
  wrongClaims(sentence: string, before: Scope): string[] {
    const text = normaliseText(sentence).replaceAll('**', '').replace(LIST_NUMBER, '')
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].flatMap(([, href = '']) =>
      this.#isKnownLink(href) ? [] : [href],
    )
    let scope = before
    const plainText = text.replace(/\]\([^)]*\)/g, '').replaceAll('[', '')
    const wrong = splitClauses(plainText).flatMap((clause) => {
      const own = scopeAfter(clause, scope, this.#facts)
      scope = { ...own, periods: before.periods }
      return this.#findWrongClaims(clause, own, plainText)
    })
    return [...links, ...wrong]
  }

  #isKnownLink(href: string): boolean {
    // The facts contain the pages of locations, but no posts.
    const subpath = /^\/\w+\/([^?]+)/.exec(href)?.[1]
    const isKnown = subpath === undefined || this.#facts.locations.some(({ id }) => href === `/locations/${id}`)
    return isOwnPath(href) && isKnown
  }

  #findWrongClaims(clause: string, scope: Scope, sentence: string): string[] {
    const wrong: string[] = []
    let rest = clause
    const check = (pattern: RegExp, isSupported: (match: RegExpMatchArray) => boolean) => {
      for (const match of rest.matchAll(pattern)) if (!isSupported(match)) wrong.push(match[0].trim())
      rest = rest.replace(pattern, (whole) => ' '.repeat(whole.length))
    }
    const quotable = this.#getLinesInScope(scope)
      .map(({ text }) => text)
      .join('\n')
    check(ADDRESS, ([found]) => quotable.includes(found.replace(/\.$/, '')))
    for (const pattern of [STREET, LANDMARK])
      check(pattern, ([, name = '']) => quotable.toLowerCase().includes(name.toLowerCase()))
    wrong.push(...findUnsupportedMoney(clause), ...findFreeClaims(clause, findPlans(clause).length > 0, FREE_THINGS))
    check(MONEY, ({ 0: found, 1: before, 2: after, index = 0 }) =>
      this.#isKnownPrice(before ?? after ?? '', splitAround(clause, index, found), scope, sentence),
    )
    check(DATE, ([found]) => found === this.#facts.today)
    const dates = checkDates(rest, this.#getLocationsInScope(scope), this.#facts.today)
    wrong.push(...dates.wrong)
    rest = dates.rest
    check(PHONE, ([found]) => this.#isOurPhone(found))
    const hours = this.#getHoursInScope(clause, scope)
    check(TIME, (match) => hours.includes(to24HourTime(match)))
    check(/\b(noon|midnight)\b/gi, ([word]) => hours.includes(word.toLowerCase() === 'noon' ? '12:00' : '00:00'))
    check(ALWAYS_OPEN, () => /selected hubs/i.test(sentence) || this.#quotesAccessTerms(scope, sentence))
    const isAboutPrices = isPriceContext(clause) || (scope.plans.length > 0 && !COUNT_CUE.test(clause))
    check(NUMBER, ({ 0: found, 1: number = '', 2: word = '', index = 0 }) => {
      const isAmount = isAboutPrices && (word === '' || PERIOD_FOLLOWS.test(word))
      if (isAmount) return this.#isKnownPrice(number, splitAround(clause, index, number), scope, sentence)
      return word === '' ? hasNumber(quotable, number) : hasPair(quotable, number, word) || isOrdinal(found)
    })
    for (const [found, word = '', unit = ''] of rest.matchAll(NUMBER_WORD))
      if (!hasPair(quotable, String(NUMBER_WORDS[word.toLowerCase()]), unit)) wrong.push(found)
    for (const area of AREAS) if (this.#isUnknownArea(area, clause)) wrong.push(area)
    return wrong
  }

  /** Whether a sentence about locations with 24/7 access repeats the terms in their features. */
  #quotesAccessTerms({ locations }: Scope, sentence: string): boolean {
    const quotes = (feature: string) => /24\/7/.test(feature) && sentence.includes(feature)
    const known = this.#facts.locations.filter(({ id }) => locations.includes(id))
    return known.length > 0 && known.every(({ features }) => features.some(quotes))
  }

  #getLinesInScope({ locations, plans }: Pick<Scope, 'locations' | 'plans'>): FactLine[] {
    return this.#factLines.filter(
      ({ locationId, planId }) =>
        (!locationId || locations.length === 0 || locations.includes(locationId)) &&
        (!planId || plans.length === 0 || plans.includes(planId)),
    )
  }

  /** A clause about no location is about those that can be booked. */
  #getLocationsInScope({ locations }: Scope): AssistantLocation[] {
    return this.#facts.locations.filter(({ id, available }) =>
      locations.length > 0 ? locations.includes(id) : available,
    )
  }

  /** Whether a clause claims a location in an area that has none. */
  #isUnknownArea(area: string, clause: string): boolean {
    const named = new RegExp(`\\b${area}\\b`, 'gi')
    if (!named.test(clause)) return false
    const namedLocations = findLocations(clause.replace(named, ''), this.#facts.locations)
    return !this.#factLines.some(
      ({ text, locationId }) =>
        text.toLowerCase().includes(area) &&
        (namedLocations.length === 0 || (locationId && namedLocations.includes(locationId))),
    )
  }

  /** Returns the opening hours if a clause names a location but no plan and no phone; limited to the days it names. */
  #getHoursInScope(clause: string, scope: Scope): string {
    const { locations } = scope
    const namesOtherHours = findPlans(clause).length > 0 || /phone|call|contact|answer/i.test(clause)
    const dates = findDates(clause, this.#facts.today).filter(({ from, to }) => from === to)
    if (!namesOtherHours && locations.length > 0 && dates.length > 0)
      return this.#getLocationsInScope(scope)
        .flatMap((location) => findCommonHours(dates.map(({ from }) => hoursOn(location, from))))
        .join('\n')
    const days = findWeekdays(clause)
    if (!namesOtherHours && locations.length > 0 && days.length > 0)
      return this.#facts.locations
        .filter(({ id }) => locations.includes(id))
        .flatMap(({ openingHours }) => findCommonHours(days.map((day) => openingHours[day])))
        .join('\n')
    return this.#factLines
      .filter(({ locationId }) =>
        locationId
          ? locations.length === 0 || locations.includes(locationId)
          : namesOtherHours || locations.length === 0,
      )
      .map(({ text }) => text)
      .join('\n')
  }

  #isKnownPrice(
    text: string,
    [subject, unit]: readonly [string, string],
    { locations, plans, periods }: Scope,
    sentence: string,
  ): boolean {
    const amount = GROUPED.test(text) ? readRupees(text) : undefined
    const addOns = findPlans(subject).length > 0 ? [] : findAddOns(subject)
    return listPricedFacts(this.#facts).some(
      (fact) =>
        (addOns.length === 0 || addOns.some((id) => id === fact.addOn?.id)) &&
        hasPriceUnit(fact, unit) &&
        fact.amount === amount &&
        (!fact.pattern || new RegExp(fact.pattern, 'i').test(sentence)) &&
        (!fact.locationId || locations.length === 0 || locations.some((id) => id === fact.locationId)) &&
        (!fact.planId || plans.length === 0 || plans.includes(fact.planId)) &&
        (!fact.period || periods.length === 0 || periods.includes(fact.period)),
    )
  }

  #isOurPhone(number: string): boolean {
    const digits = number.replace(/\D/g, '')
    const { phone, whatsapp } = this.#facts.brand
    return [phone, whatsapp].some((own) => own.replace(/\D/g, '').endsWith(digits.replace(/^0+/, '')))
  }
}

const splitAround = (clause: string, index: number, found: string): readonly [string, string] => [
  clause.slice(0, index),
  clause.slice(index + found.length),
]

function hasPriceUnit({ addOn }: PricedFact, unit: string): boolean {
  if (HOURLY.test(unit)) return addOn?.per === 'hour'
  const [, period = ''] = PER_PERIOD.exec(unit) ?? []
  return !addOn || period === '' || UNIT_PERIOD[addOn.per] === period.toLowerCase()
}

const findCommonHours = (days: readonly { open: string; close: string }[]): string[] =>
  days
    .flatMap(({ open, close }) => [open, close])
    .filter((time) => days.every((day) => Object.values(day).includes(time)))

/** Splits where another location or plan may start: at punctuation (not inside a number) or at `and`. */
const splitClauses = (text: string): string[] =>
  text.split(/,(?!\d)|;|\n|\(|\)|[?!]\s|\band\b|\bbut\b|\bwhile\b|\bwhereas\b/i)

/** Replaces full-width digits, fractions and narrow spaces, and removes invisible characters. */
const normaliseText = (text: string): string =>
  toLatinDigits(text.normalize('NFKC'))
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll('’', "'")

/** Email and web addresses; paths of links are checked separately. */
const ADDRESS = /[\w.+-]+@[\w-]+(\.[\w-]+)+|https?:\/\/\S+|\bwww\.\S+|\b[a-z][\w-]*(\.[a-z][\w-]*)*\.[a-z]{2,}\b\S*/gi
/** Capitalised names, so that a road in general does not match. */
const NAME = String.raw`[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*`
const STREET =
  /\b((?:[A-Z][\w'’-]+\s+)+(?:Road|Rd|Street|Marg|Chowk|Chok|Tole|Tol|Galli|Path|Lane|Sadak|Square|Ward)\b)/g
const LANDMARK = new RegExp(
  String.raw`\b(?:[Bb]eside|[Oo]pposite|[Bb]ehind|[Nn]ext to|[Ii]n front of|[Aa]cross from|[Nn]ear|[Cc]lose to)\s+(?:the\s+)?(${NAME})`,
  'g',
)
const FREE_THINGS = /\btours?\b|\bvisits?\b/i
const MONEY =
  /(?:NPR|Rs\.?|₨|रू\.?|रु\.?)\s*(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s*(?:rupees?|NPR|Rs\b|rupaiya|\/-|रुपैयाँ|रुपैया)/gi
/** Matches `102,600`, `1,02,600` and `400`, but not `95,00`. */
const GROUPED = /^\d+(?:\.\d{1,2})?$|^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/
const HOURLY = /^\s*(?:only\s+)?(?:(?:per|an|each|every)\s+|\/\s*)h(?:ou)?r\b|^\s*hourly\b/i
const PER_PERIOD = /^\s*(?:only\s+)?(?:(?:per|an?|each|every)\s+|\/\s*)(day|week|month|year)\b/i
const UNIT_PERIOD = { hour: '', guest_day: 'day', month: 'month' } as const
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g
const PHONE = /\+?\d[\d ().-]{6,}\d/g
const TIME = /\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.?|p\.m\.?)(?![a-z])|\b([01]?\d|2[0-3]):([0-5]\d)\b/gi
const ALWAYS_OPEN = /24\s?\/\s?7|24 hours a day|around the clock|all night/gi
/** The number of a list item is not a claim. */
const LIST_NUMBER = /^\s*\d{1,2}[.)]\s/gm
const NUMBER = /(\d[\d,]*(?:\.\d+)?)(?:\s*(%|[\p{L}]+))?/gu
const NUMBER_WORD = new RegExp(
  `\\b(${Object.keys(NUMBER_WORDS).join('|')}) (locations?|hubs?|sites?|seats?|desks?|people|hours?|days?|pages?|(?:guest )?pass(?:es)?|plans?|rooms?|months?|stars?)\\b`,
  'gi',
)
const AREAS = [
  'thamel, baneshwor, lazimpat, patan, boudha, bouddha, durbar marg, new road, maharajgunj, pulchowk, kupondole',
  'sanepa, koteshwor, kalanki, chabahil, naxal, maitighar, thapathali, budhanilkantha, bhaktapur, pokhara',
  'dhobighat, jhamsikhel, baluwatar, lalitpur, kirtipur, swayambhu, bansbari, asan, indrachowk, basantapur',
  'bagbazar, putalisadak, dillibazar, gaushala, gongabu, tripureshwor, kamaladi, jawalakhel, kumaripati',
  'ekantakuna, satdobato, gwarko',
].flatMap((list) => list.split(', '))

/** Returns `06:00`, the form used in the facts. */
function to24HourTime([, hour, minutes = '00', half, hour24, minutes24]: readonly (string | undefined)[]): string {
  if (hour24 !== undefined) return `${hour24.padStart(2, '0')}:${minutes24}`
  const afternoon = half?.toLowerCase().startsWith('p') ? 12 : 0
  return `${String((Number(hour) % 12) + afternoon).padStart(2, '0')}:${minutes}`
}

const hasNumber = (quotable: string, number: string): boolean =>
  new RegExp(`(?<![\\d.,])${escapeRegExp(number)}(?![\\d]|[.,]\\d)`).test(quotable)

/** Matches `8 meeting-room hours` and `8 meetings`. */
const hasPair = (quotable: string, number: string, word: string): boolean =>
  new RegExp(`(?<![\\d.,])${escapeRegExp(number)}\\s*${escapeRegExp(word.slice(0, 4))}`, 'i').test(quotable)

const isOrdinal = (found: string): boolean => /^\d(st|nd|rd|th)$/i.test(found)
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\%]/g, '\\$&')
