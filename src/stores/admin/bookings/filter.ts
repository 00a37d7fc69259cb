import { BOOKING_SORTS, type BookingRow, type listBookings, ORDERS } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { BOOKING_STATES, holdsWords, searchText } from '#domain/booking.ts'
import { isoDate, kathmanduDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { planId } from '#domain/plan.ts'
import { daysOf } from '../days.ts'

type Asked = Required<Omit<Input<typeof listBookings>, 'cursor' | 'limit'>>

/** What is looked for; kept in the address, so that it survives a reload and can be sent to a colleague. Empty is all. */
export type BookingFilter = { [Name in keyof Asked]: NonNullable<Asked[Name]> | '' }
export type SetFilter = Partial<BookingFilter>

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
const NAMES = Object.keys(NO_FILTER) as (keyof BookingFilter)[]

/** What an address says; of each field only what can be asked for. */
export function readAddress({ searchParams }: URL): BookingFilter {
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
export function asked(filter: SetFilter): Input<typeof listBookings> {
  const hasDates = Boolean(filter.from || filter.to)
  const wanted = { ...filter, ...daysOf(filter) }
  const set = NAMES.map((name) => [name, wanted[name]?.trim()] as const).filter(
    ([name, value]) => value && (name !== 'dates' || hasDates),
  )
  return Object.fromEntries(set)
}

/** The same as the query of an address: `?state=held`, or nothing. */
export function query(filter: SetFilter): string {
  const parameters = new URLSearchParams(asked(filter) as Record<string, string>)
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The filters that narrow the list beside the words that are searched. */
export const NARROWING = ['location', 'plan', 'state', 'method', 'dates'] as const
export const narrowedBy = (filter: BookingFilter): (typeof NARROWING)[number][] =>
  NARROWING.filter((name) => (name === 'dates' ? filter.from || filter.to : filter[name]))

export function matches(row: BookingRow, filter: SetFilter): boolean {
  const { q = '', state, location, plan, method } = filter
  const { from, to } = daysOf(filter)
  const text = searchText(row.customerName, row.email, row.phone, row.company, row.bookingId)
  const created = kathmanduDate(Date.parse(row.createdAt))
  const [first, last] = filter.dates === 'created' ? [created, created] : [row.startDate, row.endDate]
  return (
    (!state || row.state === state) &&
    (!location || row.locationId === location) &&
    (!plan || row.planId === plan) &&
    (!method || row.method === method) &&
    (!from || last >= from) &&
    (!to || first <= to) &&
    holdsWords(text, q)
  )
}

const VALUES = {
  created: (row: BookingRow) => row.createdAt,
  start: (row: BookingRow) => row.startDate,
  amount: (row: BookingRow) => row.amount,
  name: (row: BookingRow) => searchText(row.customerName, row.email),
} as const

/** Whether a row stands before another in the order of the list. */
export function standsBefore(a: BookingRow, b: BookingRow, { sort, order }: SetFilter): boolean {
  const value = VALUES[sort || 'created']
  const [mine, theirs] = [value(a), value(b)]
  const [low, high] = order === 'asc' ? [a, b] : [b, a]
  if (mine === theirs) return low.bookingId < high.bookingId
  return order === 'asc' ? mine < theirs : mine > theirs
}
