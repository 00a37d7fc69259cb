import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import type { Database } from './db/database.ts'

/** 256 random bits: nobody guesses one. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The secret that opens a booking to the one who made it. It is made from its id, so that nothing needs to keep it. */
export const bookingSecret = (key: Buffer, bookingId: string): string =>
  createHmac('sha256', key).update(bookingId).digest('base64url')

export function opensBooking(key: Buffer, bookingId: string, secret: string): boolean {
  const [given, right] = [Buffer.from(secret), Buffer.from(bookingSecret(key, bookingId))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The key of all booking secrets, made at the first start and kept with the bookings. */
export async function bookingKey(db: Database): Promise<Buffer> {
  const name = 'booking_key'
  await db.write(async (writing) => {
    await writing
      .insertInto('settings')
      .values({ key: name, value: newSecret() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return succeed(undefined)
  })
  const row = await db.read.selectFrom('settings').select('value').where('key', '=', name).executeTakeFirstOrThrow()
  return Buffer.from(row.value, 'base64url')
}
