import { readEsewaData } from '#contract/esewa.ts'
import { isPaymentId } from '../current-booking.ts'

interface GatewayReturn {
  paymentId: string
  /** Parameters that the gateway added, passed to the server unchanged. */
  parameters: Record<string, string>
}

/** Reads the raw query: eSewa appends a literal `?data=` even to a query, and its base64 may contain `+`. */
export function parseGatewayReturn(address: URL): GatewayReturn | undefined {
  const parameters = Object.fromEntries(RETURN_PARAMETERS.flatMap((name) => readReturnParameter(address, name)))
  const { data, oid } = parameters
  const paymentId = (data && readEsewaData(data)?.transaction_uuid) || readParameter(address, 'payment') || oid
  if (!paymentId || !isPaymentId(paymentId)) return undefined
  return { paymentId, parameters }
}

/** eSewa v2 adds the first, v1 three, Khalti five, Stripe (without its secret) the rest. */
const RETURN_PARAMETERS = [
  ...['data', 'oid', 'amt', 'refId'],
  ...['pidx', 'status', 'token', 'amount', 'error'],
  ...['payment_intent', 'redirect_status'],
]
/** In these `+` means a space; in eSewa's base64 it is itself. */
const FREE_TEXT_PARAMETERS: readonly string[] = ['status', 'error']

export const isReturnPage = (address: URL): boolean => /^\/payment\/esewa\//.test(address.pathname)

const MAX_PARAMETER_LENGTH = 4_000

function readReturnParameter(address: URL, name: string): [name: string, value: string][] {
  const value = readParameter(address, name)
  return value && value.length <= MAX_PARAMETER_LENGTH ? [[name, value]] : []
}

function readParameter(address: URL, name: string): string | undefined {
  const raw = new RegExp(`[?&]${name}=([^?&#]*)`).exec(address.search)?.[1]
  if (!raw) return undefined
  try {
    return decodeURIComponent(FREE_TEXT_PARAMETERS.includes(name) ? raw.replaceAll('+', ' ') : raw)
  } catch {
    return raw
  }
}
