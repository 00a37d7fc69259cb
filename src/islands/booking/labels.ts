import { STEPS, type Step } from '#domain/booking-draft.ts'
import { daysBetween, format12HourTime, formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import type { AddOn } from '#domain/catalogue.ts'
import { findClosure } from '#domain/closure.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import type { BookableLocation } from '#domain/location.ts'
import { npr } from '#domain/money.ts'
import { groupOpeningHours } from '#domain/opening-hours.ts'
import { type Allowances, allowanceFor, type Billing, type Period } from '#domain/plan.ts'
import type { QuoteLine } from '#domain/quote.ts'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import type { Wizard } from './wizard.ts'

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  1: 'Location and plan',
  2: 'Date and time',
  3: 'Add-ons and notes',
  4: 'Contact info',
}

/** The button that leaves the step. */
export const NEXT_LABELS: Readonly<Record<Step, string>> = {
  1: 'Continue to dates',
  2: 'Continue to add-ons',
  3: 'Continue to details',
  4: 'Proceed to Payment',
}

/** Replaces it while the chosen day cannot be booked; the click shows why, and which days can. */
export const CHOOSE_ANOTHER_DAY = 'Choose another day'

export const TOUR_TITLE = 'Book a free tour'
export const RENEWAL_TITLE = 'Renew your membership'

/** `1 of 3` of a renewal, which starts at the second step. */
export const formatStepNumber = ({ step, firstStep }: Pick<Wizard, 'step' | 'firstStep'>): string =>
  `${step - firstStep + 1} of ${STEPS.length - firstStep + 1}`

/** `Step 2 of 4 – Date and time`. */
export const formatStepTitle = (wizard: Pick<Wizard, 'step' | 'firstStep'>): string =>
  `Step ${formatStepNumber(wizard)} – ${STEP_NAMES[wizard.step]}`

/** `1 month`, `2 weeks`. */
export const formatPeriods = (count: number, period: Period): string =>
  `${count} ${PERIOD_UNITS[period]}${count === 1 ? '' : 's'}`

/** `8 hours a month are included in Professional.`; undefined if the plan includes none of the add-on. */
export function formatIncluded(
  per: AddOn['per'],
  plan: Allowances & { name: string },
  billing: Billing,
  seats: number,
): string | undefined {
  if (per === 'month') return undefined
  const perMonth = per === 'hour' ? plan.includedRoomMinutes : plan.includedGuestDays
  const allowance = allowanceFor(perMonth, billing, seats)
  if (allowance === 0) return undefined
  const count = per === 'hour' ? allowance / 60 : allowance
  const unit = per === 'hour' ? 'hour' : 'guest pass'
  const units = count === 1 ? unit : `${unit}${per === 'hour' ? 's' : 'es'}`
  const perPeriod = billing === 'weekly' ? 'a week' : 'a month'
  return `${count} ${units} ${perPeriod} ${count === 1 ? 'is' : 'are'} included in ${plan.name}.`
}

/** `Kausimaa is open 10:00–18:00 every day.`, `Dhobighat Hub is open 06:00–22:00 Mon–Fri and 08:00–20:00 Sat–Sun.` */
export function formatOpeningHours({ name, openingHours }: BookableLocation): string {
  const spans = groupOpeningHours(openingHours).map(
    ({ days, open, close }) => `${open}–${close} ${days === 'Daily' ? 'every day' : days}`,
  )
  return `${name} is open ${joinWithAnd(spans)}.`
}

/** docs/rules.md#day-passes */
export function formatDayPassNote(location: BookableLocation, date: IsoDate): string {
  const { open, close } = dayPassHours(location, date)
  return `Access is valid for the chosen date from ${format12HourTime(open)} to ${format12HourTime(close)}.`
}

/** `Open 10:00–16:00 on 11 Oct 2026 (Ghatasthapana).`; empty on a day with the usual hours. */
export function formatOtherHours(location: BookableLocation, date: IsoDate): string {
  const closure = findClosure(location, date)
  return closure?.hours
    ? `Open ${closure.hours.open}–${closure.hours.close} on ${formatDate(date)} (${closure.reason}).`
    : ''
}

/** `5 × NPR 9,500 = NPR 47,500`. */
export const formatLineSum = ({ quantity, unitAmount, amount }: QuoteLine): string =>
  `${quantity} × ${npr(unitAmount)} = ${npr(amount)}`

/** `17 and 18 Dec 2026, 3–9 Jan 2027 and other days`: merges consecutive days, shows the first three ranges. */
export function formatDays(days: readonly IsoDate[]): string {
  const groups: [IsoDate, IsoDate][] = []
  for (const day of days.toSorted()) {
    const last = groups.at(-1)
    if (last && daysBetween(last[1], day) === 1) last[1] = day
    else groups.push([day, day])
  }
  const shownGroups = groups.slice(0, 3).map(([from, to]) => formatDayGroup(from, to))
  return joinWithAnd(groups.length > shownGroups.length ? [...shownGroups, 'other days'] : shownGroups)
}

function formatDayGroup(from: IsoDate, to: IsoDate): string {
  if (from === to || from.slice(0, 7) !== to.slice(0, 7)) return formatRange(from, to)
  return `${Number(from.slice(8))}${daysBetween(from, to) === 1 ? ' and ' : '–'}${formatDate(to)}`
}

const joinWithAnd = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
