import { type Paisa, toDecimalRupees } from '#domain/money.ts'

/** Where a payer's browser posts the form to; the payment pages' policy allows these and no other foreign host. */
export const ESEWA_FORM_HOSTS = {
  v2: { test: 'https://rc-epay.esewa.com.np', live: 'https://epay.esewa.com.np' },
  v1: { test: 'https://uat.esewa.com.np', live: 'https://esewa.com.np' },
} as const

/**
 * What eSewa ePay v2 puts into `?data=` of the success address: base64 of JSON. Contract of an outside party, read on
 * both sides: the browser looks up its payment by `transaction_uuid`, the server checks the signature over the others, in
 * this order; a return that names any other list is refused.
 */
export const SIGNED_FIELDS = [
  'transaction_code',
  'status',
  'total_amount',
  'transaction_uuid',
  'product_code',
  'signed_field_names',
] as const
const RETURN_FIELDS = [...SIGNED_FIELDS, 'signature'] as const
export type EsewaReturn = Record<(typeof RETURN_FIELDS)[number], string>

/**
 * Reads `data` as it arrives: standard or URL-safe alphabet, padding or none, `+` turned into spaces on the way.
 * Undefined for anything else. Nothing here is proof of anything.
 */
export function readEsewaData(data: string): EsewaReturn | undefined {
  const base64 = data.trim().replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const read = JSON.parse(text, numbersAsWritten) as Record<string, unknown>
    if (!RETURN_FIELDS.every((name) => typeof read[name] === 'string')) return undefined
    return Object.fromEntries(RETURN_FIELDS.map((name) => [name, read[name]])) as EsewaReturn
  } catch {
    return undefined
  }
}

/** `1000.0` must stay `1000.0`: the signature covers the text, and a number would print as `1000`. */
const numbersAsWritten = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

/** Of its older API: where the form goes, and where a payment is asked about. */
export const ESEWA_V1_PATHS = { form: '/epay/main', transrec: '/epay/transrec' } as const

/** Prices include every charge, so the total is the amount, with two decimals. */
export function buildFormFieldsV1(
  attempt: { id: string; amount: Paisa },
  productCode: string,
  siteUrl: string,
): Record<string, string> {
  const total = toDecimalRupees(attempt.amount)
  return {
    amt: total,
    psc: '0',
    pdc: '0',
    txAmt: '0',
    tAmt: total,
    pid: attempt.id,
    scd: productCode,
    su: new URL(`/payment/esewa/success?payment=${attempt.id}`, siteUrl).href,
    fu: new URL(`/payment/esewa/failure?payment=${attempt.id}`, siteUrl).href,
  }
}

/** The XML around the word: nothing but it, so that a page that happens to quote the word is no answer. */
const TRANSREC_RESPONSE =
  /^(?:<\?xml[^<>]*\?>\s*)?<response>\s*<response_code>([^<]*)<\/response_code>\s*<\/response>$/i

/**
 * Accepts `success` only, after trimming and lowercasing, bare or in its element: old guides show
 * `<response><response_code>Success</response_code></response>`, and white space inside is common.
 */
export function readTransrec(reply: string): 'success' | 'failure' | { reason: string } {
  const text = reply.trim()
  const word = (TRANSREC_RESPONSE.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (word === 'success') return 'success'
  return /^[a-z _-]{1,40}$/.test(word) ? 'failure' : { reason: 'eSewa did not answer with a response code' }
}
