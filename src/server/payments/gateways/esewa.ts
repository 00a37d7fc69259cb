import { ESEWA_FORM_HOSTS, type EsewaReturn, readEsewaData, SIGNED_FIELDS } from '#contract/esewa.ts'
import { succeed } from '#contract/failure.ts'
import { readRupees, toDecimalRupees } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { amountMismatch, toText } from './amount-mismatch.ts'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from './esewa-signature.ts'
import type { Attempt, Callback, EsewaMerchant, Gateway, GatewayContext } from './gateway.ts'

/** eSewa's published test merchant: the sandbox's own, and what `live` refuses. */
export const ESEWA_TEST_MERCHANT: EsewaMerchant = { productCode: 'EPAYTEST', secret: '8gBm/:&EnhH.1/q' }

const FORM_PATH = '/api/epay/main/v2/form'
const STATUS_PATH = '/api/epay/transaction/status/'
/** The form and the status of eSewa's test environment live on different hosts. */
const HOSTS = {
  test: { form: ESEWA_FORM_HOSTS.v2.test, status: 'https://rc.esewa.com.np' },
  live: { form: ESEWA_FORM_HOSTS.v2.live, status: 'https://epay.esewa.com.np' },
}
/** The payer may still be on eSewa's page; until this is over, `NOT_FOUND` says nothing. */
const PAYMENT_WINDOW_MS = 15 * 60_000

/** eSewa ePay v2: a signed form there, signed `data` back, and the status call as the only authority. */
export function esewaGateway(context: GatewayContext): Gateway {
  const merchant = context.esewa
  if (!merchant) throw new Error('eSewa has no merchant')
  if (context.mode === 'live' && merchant.productCode === ESEWA_TEST_MERCHANT.productCode)
    throw new Error('The eSewa test merchant cannot take live payments')
  const urls = getEsewaUrls(context)
  return {
    method: 'esewa',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) =>
      succeed({
        next: { kind: 'form', action: urls.form, fields: buildFormFields(attempt, merchant, context.siteUrl) },
      }),
    lookup: (attempt) => lookup(attempt, merchant, urls.status, context),
    readCallback: (hints) => readCallback(hints.data, merchant),
  }
}

export function getEsewaUrls({ mode, siteUrl }: Pick<GatewayContext, 'mode' | 'siteUrl'>): {
  form: string
  status: string
} {
  const sandbox = new URL('/sandbox/esewa', siteUrl).href
  const hosts = mode === 'sandbox' ? { form: sandbox, status: sandbox } : HOSTS[mode]
  return { form: hosts.form + FORM_PATH, status: hosts.status + STATUS_PATH }
}

/** All eleven fields are required and none may be empty; one amount text serves the form and the signature. */
export function buildFormFields(
  attempt: Pick<Attempt, 'id' | 'amount'>,
  merchant: EsewaMerchant,
  siteUrl: string,
): Record<string, string> {
  const total = toDecimalRupees(attempt.amount)
  const signed = { total_amount: total, transaction_uuid: attempt.id, product_code: merchant.productCode }
  return {
    amount: total,
    tax_amount: '0',
    ...signed,
    product_service_charge: '0',
    product_delivery_charge: '0',
    // eSewa appends a literal `?data=` to the one and nothing to the other, which therefore names the payment.
    success_url: new URL('/payment/esewa/success', siteUrl).href,
    failure_url: new URL(`/payment/esewa/failure?payment=${attempt.id}`, siteUrl).href,
    signed_field_names: REQUEST_FIELDS.join(','),
    signature: sign(signedMessage(REQUEST_FIELDS, signed), merchant.secret),
  }
}

function readCallback(data: string | undefined, merchant: EsewaMerchant): Callback {
  if (!data) return { kind: 'none' }
  const fields = readEsewaData(data)
  if (!fields) return { kind: 'refused', reason: 'data cannot be read' }
  // A shorter list would leave fields unsigned; odd signs inside values would make the message ambiguous.
  if (fields.signed_field_names !== SIGNED_FIELDS.join(','))
    return { kind: 'refused', reason: 'other fields are signed' }
  if (!hasPlainValues(fields)) return { kind: 'refused', reason: 'a value has signs that eSewa never sends' }
  if (!isSignatureValid(fields, merchant.secret)) return { kind: 'refused', reason: 'the signature is wrong' }
  if (fields.product_code !== merchant.productCode) return { kind: 'refused', reason: 'another merchant was paid' }
  const amount = readRupees(fields.total_amount)
  if (amount === undefined) return { kind: 'refused', reason: 'the amount cannot be read' }
  return {
    kind: 'signed',
    attemptId: fields.transaction_uuid,
    status: fields.status,
    amount,
    providerReference: fields.transaction_code,
  }
}

const hasPlainValues = (fields: EsewaReturn): boolean =>
  [fields.transaction_code, fields.status, fields.transaction_uuid, fields.product_code].every((value) =>
    /^[\w-]+$/.test(value),
  ) && /^[\d.,]+$/.test(fields.total_amount)

/** Over the text as it came; only if that fails, without thousands separators. Never over a rewritten amount. */
function isSignatureValid(fields: EsewaReturn, secret: string): boolean {
  const amounts = [fields.total_amount, fields.total_amount.replaceAll(',', '')]
  return amounts.some((total_amount) =>
    isSignedBy(signedMessage(SIGNED_FIELDS, { ...fields, total_amount }), fields.signature, secret),
  )
}

async function lookup(
  attempt: Attempt,
  merchant: EsewaMerchant,
  statusUrl: string,
  { fetch, now }: Pick<GatewayContext, 'fetch' | 'now'>,
): Promise<GatewayReport> {
  const query = new URLSearchParams({
    product_code: merchant.productCode,
    total_amount: toDecimalRupees(attempt.amount),
    transaction_uuid: attempt.id,
  })
  let answer: unknown
  try {
    const response = await fetch(`${statusUrl}?${query}`, { headers: { accept: 'application/json' } })
    if (response.status >= 500) return pending(`eSewa answered ${response.status}`)
    answer = JSON.parse(await response.text())
  } catch (error) {
    return pending(error instanceof SyntaxError ? 'eSewa did not answer with JSON' : 'eSewa could not be reached')
  }
  return readStatus(answer, attempt, merchant, now())
}

/** The status call's answer in our words; whatever is not known leaves the payment pending. */
export function readStatus(answer: unknown, attempt: Attempt, merchant: EsewaMerchant, now: number): GatewayReport {
  const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<Record<string, unknown>>
  if (typeof said.status !== 'string') return pending(`eSewa gave no status${formatMessage(said.error_message)}`)
  const isOurs = said.transaction_uuid === attempt.id && said.product_code === merchant.productCode
  if (said.status === 'COMPLETE') return isOurs ? readPaid(said, attempt) : mismatch('eSewa names another payment')
  if (!isOurs && said.status !== 'NOT_FOUND') return pending(`eSewa answered ${said.status} about another payment`)
  switch (said.status) {
    case 'CANCELED':
      // Of what was complete before, eSewa's word for money that it has taken back.
      if (attempt.wasPaid) return { kind: 'refunded', whole: true, reason: 'eSewa: CANCELED' }
      return { kind: 'ended', as: 'cancelled', reason: 'eSewa: CANCELED' }
    case 'NOT_FOUND':
      return now - attempt.createdAt < PAYMENT_WINDOW_MS
        ? { ...pending('eSewa: NOT_FOUND, the payer may still be on its page'), idle: true }
        : { kind: 'ended', as: 'expired', reason: 'eSewa: NOT_FOUND' }
    case 'FULL_REFUND':
    case 'PARTIAL_REFUND':
      return { kind: 'refunded', whole: said.status === 'FULL_REFUND', reason: `eSewa: ${said.status}` }
    default:
      return pending(`eSewa: ${said.status.slice(0, 40)}`)
  }
}

function readPaid(said: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const text = toText(said.total_amount)
  const amount = readRupees(text)
  if (amount !== attempt.amount)
    return {
      ...mismatch(amountMismatch('eSewa', amount ?? text, attempt)),
      ...(amount !== undefined && { received: amount }),
      ...(typeof said.ref_id === 'string' && said.ref_id !== '' && { providerReference: said.ref_id }),
    }
  if (typeof said.ref_id !== 'string' || said.ref_id === '') return pending('eSewa: COMPLETE without a reference')
  return { kind: 'paid', amount, providerReference: said.ref_id }
}

const pending = (reason: string) => ({ kind: 'pending', reason }) as const
const mismatch = (reason: string) => ({ kind: 'mismatch', reason }) as const
const formatMessage = (message: unknown): string => (typeof message === 'string' ? `: ${message.slice(0, 80)}` : '')
