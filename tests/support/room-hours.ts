import { buyHours } from '#server/customers/hours.ts'
import type { TestApp } from './app.ts'
import { granted, newKey, type Placed } from './orders.ts'

/** The price of an hour, in paisa. */
export const HOUR_PRICE = 80_000

/** Buys room hours as the customer of a booking. */
export const buyOwn = (app: TestApp, { bookingId, secret }: Placed, hours: number, key = newKey()) =>
  buyHours(app, { id: bookingId, secret }, { hours }, key)

/** A purchase that waits for its payment. */
export async function openedPurchase(app: TestApp, booking: Placed, hours = 2) {
  const { change } = granted(await buyOwn(app, booking, hours))
  if (!change) throw new Error('no purchase is open')
  return change
}

/** The minutes that were bought for a booking, each time. */
export const boughtMinutes = async ({ db }: TestApp, { bookingId }: Placed): Promise<number[]> => {
  const entries = db.read.selectFrom('room_minutes').select('minutes').where('booking_id', '=', bookingId)
  return (await entries.where('kind', '=', 'bought').orderBy('created_at').execute()).map(({ minutes }) => minutes)
}
