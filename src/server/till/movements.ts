import type { CashUpDay } from '#contract/admin/till.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { DESK_METHODS, isDeskMethod } from '#domain/payment.ts'
import { getCustomerName } from '../bookings/booking.ts'
import type { Queries } from '../db/database.ts'

export interface TillDay {
  locationId: LocationId
  date: IsoDate
}

/** The till of one person. */
export interface TillKey extends TillDay {
  staffId: string
}

export const toTillText = ({ locationId, date, staffId }: TillKey): string => `${locationId}/${date}/${staffId}`

export type Movement = CashUpDay['people'][number]['movements'][number]

interface TillMovement extends TillKey {
  movement: Movement
}

/** What each staff member took and paid out at a location on a day, by staff id and time. */
export async function readMovements(db: Queries, { locationId, date }: TillDay): Promise<Map<string, Movement[]>> {
  const all = await readTillMovements(db, { from: date, to: date })
  const byPerson = Map.groupBy(
    all.filter((each) => each.locationId === locationId),
    ({ staffId }) => staffId,
  )
  return new Map([...byPerson].map(([staffId, own]) => [staffId, own.map(({ movement }) => movement)]))
}

interface Days {
  from: IsoDate
  to: IsoDate
}

/** By time. */
export async function readTillMovements(db: Queries, days: Days): Promise<TillMovement[]> {
  const movements = [...(await readPayments(db, days)), ...(await readCashRefunds(db, days))]
  return movements.toSorted((a, b) => a.movement.at.localeCompare(b.movement.at))
}

async function readPayments(db: Queries, { from, to }: Days): Promise<TillMovement[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['bookings.id', 'bookings.location_id', 'bookings.first_name', 'bookings.last_name'])
    .select(['payments.method', 'payments.provider_reference', 'payments.received'])
    .select(['payments.received_at', 'payments.received_on', 'payments.taken_by'])
    .where('payments.received_on', '>=', from)
    .where('payments.received_on', '<=', to)
    .where('payments.taken_by', 'is not', null)
    .where('payments.method', 'in', DESK_METHODS)
    .execute()
  return rows.flatMap((row) => {
    const { taken_by: staffId, received_on: date, received_at: at, method, received: amount } = row
    // Payments of before `taken_by` was recorded belong to no till.
    if (staffId === null || date === null || at === null || amount === null || !isDeskMethod(method)) return []
    const reference = method === 'cash' ? null : row.provider_reference
    const movement = { at, bookingId: row.id, customerName: getCustomerName(row), method, reference, amount }
    return [{ locationId: row.location_id, date, staffId, movement }]
  })
}

async function readCashRefunds(db: Queries, { from, to }: Days): Promise<TillMovement[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['bookings.id', 'bookings.location_id', 'bookings.first_name', 'bookings.last_name'])
    .select(['refunds.reference', 'refunds.amount'])
    .select(['refunds.refunded_at', 'refunds.refunded_on', 'refunds.paid_by'])
    .where('refunds.refunded_on', '>=', from)
    .where('refunds.refunded_on', '<=', to)
    .where('refunds.channel', '=', 'cash')
    .execute()
  return rows.flatMap((row) => {
    const { paid_by: staffId, refunded_on: date, refunded_at: at, reference } = row
    if (staffId === null || date === null || at === null) return []
    const moved = { method: 'cash', amount: paisa(-row.amount) } as const
    const movement = { at, bookingId: row.id, customerName: getCustomerName(row), reference, ...moved }
    return [{ locationId: row.location_id, date, staffId, movement }]
  })
}
