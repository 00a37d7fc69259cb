import type { BillFacts, SaleLine } from '#domain/bill.ts'
import { formatRange, kathmanduDate } from '#domain/calendar.ts'
import type { AddOn } from '#domain/catalogue.ts'
import { paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import type { App } from '../app.ts'
import { getCustomerName, parseLines } from '../bookings/booking.ts'
import { getBrand, getCatalogue, getMethodNames } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'

const PERIOD_UNITS: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  annual: 'year',
}
const ADD_ON_UNITS: Readonly<Record<AddOn['per'], string>> = { hour: 'hour', guest_day: 'day', month: 'month' }

interface Outlet {
  code: string
  name: string
}

/** Undefined if the content no longer has the location. */
export function findOutlet({ env }: App, { location_id }: Pick<Booking, 'location_id'>): Outlet | undefined {
  const location = getCatalogue().locations.find(({ id }) => id === location_id)
  return location && { code: `${env.payments === 'live' ? '' : 'TEST-'}${location.outletCode}`, name: location.name }
}

/** Whether the documents of this server are of no value. */
export const isSample = ({ env }: App): boolean => env.payments !== 'live' || getBrand().sample

/** Seller and buyer are copied, because later changes of either must not change the bill. */
export function describeSale(app: App, booking: Booking, payment: Payment, outlet: Outlet | undefined): BillFacts {
  const { legalName, address, registration } = getBrand()
  return {
    isSample: isSample(app),
    seller: { name: legalName, address, pan: registration.pan, outlet: outlet?.name ?? booking.location_name },
    buyer: { name: booking.company || getCustomerName(booking), pan: booking.pan },
    transactionOn: kathmanduDate(payment.bill_due_at === null ? app.now() : Date.parse(payment.bill_due_at)),
    method: getMethodNames()[payment.method] ?? payment.method,
    // The reference of cash is our own.
    reference: payment.method === 'cash' ? null : payment.provider_reference,
    bookingId: booking.id,
  }
}

/** What a payment pays, with its fee. The amounts sum to what was requested. */
export async function readSaleLines(app: App, db: Queries, booking: Booking, payment: Payment): Promise<SaleLine[]> {
  const { fee } = payment
  return [
    ...(payment.purpose === 'booking' ? listBookingLines(app, booking) : [await readChangeLine(db, payment)]),
    ...(fee > 0 ? [{ label: 'Card fee', quantity: 1, unit: '', rate: fee, amount: fee }] : []),
  ]
}

const listBookingLines = (app: App, booking: Booking): SaleLine[] =>
  parseLines(booking).map(({ kind, id, label, quantity, unitAmount, amount }) => {
    const addOn = app.catalogue.addOns.find((known) => known.id === id)
    const isPlan = kind === 'plan'
    return {
      label: isPlan ? `${label}, ${formatRange(booking.start_date, booking.end_date)}` : label,
      quantity,
      unit: isPlan ? PERIOD_UNITS[booking.period] : addOn ? ADD_ON_UNITS[addOn.per] : '',
      rate: unitAmount,
      amount,
    }
  })

async function readChangeLine(db: Queries, { change_id, amount: charged, fee }: Payment): Promise<SaleLine> {
  const amount = paisa(charged - fee)
  const line = { quantity: 1, unit: '', rate: amount, amount }
  // Staff recorded the difference of a move that they made.
  if (change_id === null) return { ...line, label: 'Price difference after a change of date' }
  const change = await db
    .selectFrom('booking_changes')
    .selectAll()
    .where('id', '=', change_id)
    .executeTakeFirstOrThrow()
  if (change.minutes === null)
    return { ...line, label: `Change of date to ${formatRange(change.start_date, change.end_date)}` }
  const hours = change.minutes / 60
  return { label: 'Meeting-room hours', quantity: hours, unit: 'hour', rate: paisa(Math.round(amount / hours)), amount }
}
