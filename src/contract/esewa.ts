import { type Paisa, toDecimalRupees } from '#domain/money.ts'

/** Where the payer's browser posts the payment form. */
export const ESEWA_FORM_HOSTS = {
  v2: { test: 'https://rc-epay.esewa.com.np', live: 'https://epay.esewa.com.np' },
  v1: { test: 'https://uat.esewa.com.np', live: 'https://esewa.com.np' },
} as const

/** Fields of eSewa ePay v2's `?data=` (base64 of JSON), in the order in which the signature covers them. */
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

/** Accepts standard or URL-safe base64, with or without padding. Nothing here is proof of payment. */
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

/** Anchored, so that a page that quotes the response does not match. */
const TRANSREC_RESPONSE =
  /^(?:<\?xml[^<>]*\?>\s*)?<response>\s*<response_code>([^<]*)<\/response_code>\s*<\/response>$/i

/** Accepts `success` only, trimmed and lowercased, bare or in `<response_code>` as in older guides. */
export function readTransrec(response: string): 'success' | 'failure' | { reason: string } {
  const text = response.trim()
  const code = (TRANSREC_RESPONSE.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (code === 'success') return 'success'
  return /^[a-z _-]{1,40}$/.test(code) ? 'failure' : { reason: 'eSewa did not return a response code' }
}
