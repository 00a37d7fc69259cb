import { BOOKING_SORTS, type BookingRow, type listBookings, ORDERS } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { BOOKING_STATES, matchesSearch, toSearchText } from '#domain/booking.ts'
import { isoDate, kathmanduDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { planId } from '#domain/plan.ts'
import { normaliseDateRange } from '../date-range.ts'

type ListInput = Required<Omit<Input<typeof listBookings>, 'cursor' | 'limit'>>

/** What is looked for; kept in the address, so that it survives a reload and can be sent to a colleague. Empty is all. */
export type BookingFilter = { [Name in keyof ListInput]: NonNullable<ListInput[Name]> | '' }
export type PartialFilter = Partial<BookingFilter>

export const NO_FILTER: BookingFilter = {
  q: '',
  state: '',
  location: '',
  plan: '',
  method: '',
  dates: '',
  from: '',
  to: '',
  sort: '',
  order: '',
}
const FILTER_NAMES = Object.keys(NO_FILTER) as (keyof BookingFilter)[]

/** What an address says; of each field only what can be asked for. */
export function parseFilter({ searchParams }: URL): BookingFilter {
  const said = (name: keyof BookingFilter) => searchParams.get(name) ?? ''
  const among = <Value extends string>(values: readonly Value[], name: keyof BookingFilter) =>
    values.find((value) => value === said(name)) ?? ''
  const from = isoDate(said('from')) ?? ''
  const to = isoDate(said('to')) ?? ''
  return {
    q: said('q'),
    state: among(BOOKING_STATES, 'state'),
    location: locationId(said('location')) ?? '',
    plan: planId(said('plan')) ?? '',
    method: among(RECORDED_METHODS, 'method'),
    dates: from || to ? among(['covered', 'created'], 'dates') || 'covered' : '',
    from,
    to,
    sort: among(BOOKING_SORTS, 'sort'),
    order: among(ORDERS, 'order'),
  }
}

/** What is asked for, by name: empty fields are left out, and dates of which there are none. */
export function toListInput(filter: PartialFilter): Input<typeof listBookings> {
  const hasDates = Boolean(filter.from || filter.to)
  const wanted = { ...filter, ...normaliseDateRange(filter) }
  const set = FILTER_NAMES.map((name) => [name, wanted[name]?.trim()] as const).filter(
    ([name, value]) => value && (name !== 'dates' || hasDates),
  )
  return Object.fromEntries(set)
}

/** The same as the query of an address: `?state=held`, or nothing. */
export function buildQuery(filter: PartialFilter): string {
  const parameters = new URLSearchParams(toListInput(filter) as Record<string, string>)
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The filters that narrow the list beside the words that are searched. */
export const NARROWING_FILTERS = ['location', 'plan', 'state', 'method', 'dates'] as const
export const listActiveFilters = (filter: BookingFilter): (typeof NARROWING_FILTERS)[number][] =>
  NARROWING_FILTERS.filter((name) => (name === 'dates' ? filter.from || filter.to : filter[name]))

export function matchesBooking(row: BookingRow, filter: PartialFilter): boolean {
  const { q = '', state, location, plan, method } = filter
  const { from, to } = normaliseDateRange(filter)
  const text = toSearchText(row.customerName, row.email, row.phone, row.company, row.bookingId)
  const created = kathmanduDate(Date.parse(row.createdAt))
  const [first, last] = filter.dates === 'created' ? [created, created] : [row.startDate, row.endDate]
  return (
    (!state || row.state === state) &&
    (!location || row.locationId === location) &&
    (!plan || row.planId === plan) &&
    (!method || row.method === method) &&
    (!from || last >= from) &&
    (!to || first <= to) &&
    matchesSearch(text, q)
  )
}

const SORT_VALUES = {
  created: (row: BookingRow) => row.createdAt,
  start: (row: BookingRow) => row.startDate,
  amount: (row: BookingRow) => row.amount,
  name: (row: BookingRow) => toSearchText(row.customerName, row.email),
} as const

/** Whether a row stands before another in the order of the list. */
export function isBookingBefore(a: BookingRow, b: BookingRow, { sort, order }: PartialFilter): boolean {
  const value = SORT_VALUES[sort || 'created']
  const [mine, theirs] = [value(a), value(b)]
  const [low, high] = order === 'asc' ? [a, b] : [b, a]
  if (mine === theirs) return low.bookingId < high.bookingId
  return order === 'asc' ? mine < theirs : mine > theirs
}
