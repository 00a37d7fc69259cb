import { readEsewaData } from '#contract/esewa.ts'
import { persistent } from '../persistent.ts'

/** The payment that a gateway sent this browser back with: its address is cleaned, so a reload needs it remembered. */
export const $returnedPaymentId = persistent<string | null>('payment-return', null, (found) =>
  typeof found === 'string' && isPaymentId(found) ? found : null,
)

export interface GatewayReturn {
  paymentId: string
  /** What the gateway added, handed to the server as it came. */
  hints: Record<string, string>
}

/**
 * Finds the payment in a return address. Read from the raw query: eSewa appends a literal `?data=` even to an address
 * that has a query, and its base64 may contain `+`.
 */
export function parseGatewayReturn(address: URL): GatewayReturn | undefined {
  const hints = Object.fromEntries(HINT_NAMES.flatMap((name) => readHint(address, name)))
  const { data, oid } = hints
  const paymentId = (data && readEsewaData(data)?.transaction_uuid) || readParameter(address, 'payment') || oid
  if (!paymentId || !isPaymentId(paymentId)) return undefined
  return { paymentId, hints }
}

/** What gateways add: eSewa v2 the first, its v1 three, Khalti five, Stripe (but for its secret) the rest. */
const HINT_NAMES = [
  ...['data', 'oid', 'amt', 'refId'],
  ...['pidx', 'status', 'token', 'amount', 'error'],
  ...['payment_intent', 'redirect_status'],
]
/** Sentences, in which `+` is a space; in eSewa's base64 it is itself. */
const FREE_TEXT_HINTS: readonly string[] = ['status', 'error']

/** Pages that only a gateway leads to. */
export const isReturnPage = (address: URL): boolean => /^\/payment\/esewa\//.test(address.pathname)

const MAX_HINT_LENGTH = 4_000

/** A function, not a constant: what is stored is read while this module is still being set up. */
function isPaymentId(text: string): boolean {
  return /^[A-Za-z0-9-]{16,100}$/.test(text)
}

function readHint(address: URL, name: string): [name: string, value: string][] {
  const value = readParameter(address, name)
  return value && value.length <= MAX_HINT_LENGTH ? [[name, value]] : []
}

function readParameter(address: URL, name: string): string | undefined {
  const raw = new RegExp(`[?&]${name}=([^?&#]*)`).exec(address.search)?.[1]
  if (!raw) return undefined
  try {
    return decodeURIComponent(FREE_TEXT_HINTS.includes(name) ? raw.replaceAll('+', ' ') : raw)
  } catch {
    return raw
  }
}
