import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Database, runTransaction } from './db/database.ts'
import { getNetwork } from './throttle/address.ts'

/** 256 random bits. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** Derived from id and version, so that it is not stored. The first version is the id alone, as links sent before have it. */
export const deriveBookingSecret = (key: Buffer, bookingId: string, version = 0): string =>
  createHmac('sha256', key)
    .update(version === 0 ? bookingId : `secret\n${bookingId}\n${version}`)
    .digest('base64url')

/** Of a payment link, which staff see: it opens the booking to read and pay it, and ends with the customer's own secret. */
export const derivePaymentSecret = (key: Buffer, bookingId: string, version: number): string =>
  createHmac('sha256', key).update(`payment\n${bookingId}\n${version}`).digest('base64url')

/** Compares in a time that does not depend on the secrets or on their lengths. */
export function matchesSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Of the link that stops reminders to an address, in any case. */
export const deriveStopToken = (key: Buffer, email: string): string =>
  createHmac('sha256', key).update(`stop\n${email.toLowerCase()}`).digest('base64url')

/** Of a link that does one thing with an entry of the waiting list. */
export const deriveWaitingToken = (key: Buffer, action: 'confirm' | 'leave', entryId: string): string =>
  createHmac('sha256', key).update(`waiting ${action}\n${entryId}`).digest('base64url')

/** Of the link that books an offered seat. */
export const deriveOfferToken = (key: Buffer, offerId: string): string =>
  createHmac('sha256', key).update(`offer\n${offerId}`).digest('base64url')

/** Compares the networks of bookings without storing an address. */
export const hashNetwork = (key: Buffer, address: string): string =>
  createHmac('sha256', key)
    .update(`network\n${getNetwork(address)}`)
    .digest('base64url')

export const loadBookingKey = (db: Database): Promise<Buffer> => loadKey(db, 'booking_key')

/** Creates a key of 256 bits at its first use. */
export async function loadKey(
  db: Database,
  name: 'booking_key' | 'two_factor_key' | 'refund_account_key',
): Promise<Buffer> {
  const find = db.read.selectFrom('settings').select('value').where('key', '=', name)
  const found = await find.executeTakeFirst()
  if (found) return Buffer.from(found.value, 'base64url')
  await runTransaction(db, (transaction) =>
    transaction
      .insertInto('settings')
      .values({ key: name, value: createSecret() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  // Another process may have created the key at the same time.
  return Buffer.from((await find.executeTakeFirstOrThrow()).value, 'base64url')
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text for one owner. The key is in the same database, so only a copy of both tables reveals it. */
export function seal(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws when the key or the owner differs, or the text was changed. */
export function unseal(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const textStart = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, textStart))
  return Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()]).toString('utf8')
}
