import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import type { Database } from './db/database.ts'
import { getNetwork } from './throttle/address.ts'

/** 256 random bits: nobody guesses one. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** The secret that opens a booking to the one who made it. It is made from its id, so that nothing needs to keep it. */
export const deriveBookingSecret = (key: Buffer, bookingId: string): string =>
  createHmac('sha256', key).update(bookingId).digest('base64url')

export function isBookingSecret(key: Buffer, bookingId: string, secret: string): boolean {
  const [given, right] = [Buffer.from(secret), Buffer.from(deriveBookingSecret(key, bookingId))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Tells bookings of one network apart from others without storing its address. */
export const hashNetwork = (key: Buffer, address: string): string =>
  createHmac('sha256', key)
    .update(`network\n${getNetwork(address)}`)
    .digest('base64url')

/** The key of all booking secrets. */
export const loadBookingKey = (db: Database): Promise<Buffer> => loadKey(db, 'booking_key')

/** A key of 256 bits that is made at its first use and kept with what it is for. */
export async function loadKey(db: Database, name: 'booking_key' | 'two_factor_key'): Promise<Buffer> {
  const find = db.read.selectFrom('settings').select('value').where('key', '=', name)
  const found = await find.executeTakeFirst()
  if (found) return Buffer.from(found.value, 'base64url')
  await db.write(async (writing) => {
    await writing
      .insertInto('settings')
      .values({ key: name, value: createSecret() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return succeed(undefined)
  })
  // Of two processes that start together one made it.
  return Buffer.from((await find.executeTakeFirstOrThrow()).value, 'base64url')
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Hides a text that must be read again, for the owner named: it opens for nobody else. Its key lies in the same
 * database, so a copy of one table tells nothing, a copy of all of them does.
 */
export function seal(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Throws where the text was sealed by another key, for another owner, or changed since. */
export function unseal(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagged = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, tagged))
  return Buffer.concat([decipher.update(bytes.subarray(tagged)), decipher.final()]).toString('utf8')
}
