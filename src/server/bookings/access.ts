import { LINK_DAYS } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { deriveBookingSecret, derivePaymentSecret, matchesSecret } from '../secrets.ts'
import { isRefundDue } from './refund-due.ts'

/**
 * Returns the booking that the secret opens to be read and paid: the customer's own, or that of a payment link. It is
 * compared after the row was read, so that an unknown id takes as long as a wrong secret.
 */
export const findOwnBooking = (app: App, db: Queries, id: string, secret: string): Promise<Booking | undefined> =>
  findBooking(app, db, id, secret, true)

/** Like `findOwnBooking`, but only for the customer's own secret, which staff do not see. */
export const findBookingOfCustomer = (
  app: App,
  db: Queries,
  id: string,
  secret: string,
): Promise<Booking | undefined> => findBooking(app, db, id, secret, false)

async function findBooking(
  app: App,
  db: Queries,
  id: string,
  secret: string,
  forPayment: boolean,
): Promise<Booking | undefined> {
  // One row in any case, with null for an unknown id.
  const { version } = await db
    .selectNoFrom((row) => row.selectFrom('bookings').select('secret_version').where('id', '=', id).as('version'))
    .executeTakeFirstOrThrow()
  const isOwn = matchesSecret(secret, deriveBookingSecret(app.bookingKey, id, version ?? 0))
  const isForPayment = matchesSecret(secret, derivePaymentSecret(app.bookingKey, id, version ?? 0))
  if (!isOwn && !(forPayment && isForPayment)) return undefined
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) return undefined
  const until = await readLinkEnd(db, booking)
  return until === null || until >= kathmanduDate(app.now()) ? booking : undefined
}

/** The last day on which the customer's link works; null while a refund is open. */
export async function readLinkEnd(db: Queries, booking: Booking): Promise<IsoDate | null> {
  const lastDay = booking.original_end_date ?? booking.end_date
  const due = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where(isRefundDue)
    .executeTakeFirst()
  if (due) return null
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.state', 'refunds.updated_at'])
    .where('payments.booking_id', '=', booking.id)
    .execute()
  if (refunds.some(({ state }) => isOpenRefund(state))) return null
  const days = refunds.map(({ updated_at }) => kathmanduDate(Date.parse(updated_at)))
  return addDays([lastDay, ...days].toSorted().at(-1) ?? lastDay, LINK_DAYS)
}

export const getBookingSecret = (app: App, { id, secret_version }: Pick<Booking, 'id' | 'secret_version'>): string =>
  deriveBookingSecret(app.bookingKey, id, secret_version)

export const getPaymentSecret = (app: App, { id, secret_version }: Pick<Booking, 'id' | 'secret_version'>): string =>
  derivePaymentSecret(app.bookingKey, id, secret_version)

/** The payment page of a booking. Its secret follows the `#`, which browsers do not send. */
export function buildPaymentLink(app: App, booking: Pick<Booking, 'id' | 'secret_version'>): string {
  const parameters = new URLSearchParams({ booking: booking.id, secret: getPaymentSecret(app, booking) })
  return new URL(`/payment#${parameters}`, app.env.siteUrl).href
}

/** The page of a booking. Its secret follows the `#`, which browsers do not send. */
export const buildBookingLink = (app: App, booking: Pick<Booking, 'id' | 'secret_version'>): string =>
  new URL(`/your-booking#${booking.id}.${getBookingSecret(app, booking)}`, app.env.siteUrl).href
