import { createHmac, timingSafeEqual } from 'node:crypto'

/** In the order that eSewa requires. */
export const REQUEST_FIELDS = ['total_amount', 'transaction_uuid', 'product_code']

/** `name=value` joined by commas, exactly as sent. */
export const signedMessage = (names: readonly string[], values: Readonly<Record<string, string>>): string =>
  names.map((name) => `${name}=${values[name] ?? ''}`).join(',')

/** Base64 (standard alphabet, padded) of HMAC-SHA256. */
export const sign = (message: string, secret: string): string =>
  createHmac('sha256', secret).update(message, 'utf8').digest('base64')

export function isSignedBy(message: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(sign(message, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
