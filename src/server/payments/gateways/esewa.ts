import { ESEWA_FORM_HOSTS, type EsewaReturn, readEsewaData, SIGNED_FIELDS } from '#contract/esewa.ts'
import { succeed } from '#contract/failure.ts'
import { readRupees, toDecimalRupees } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { ESEWA_TEST_MERCHANT, type EsewaMerchant } from '../../env.ts'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from './esewa-signature.ts'
import type { Attempt, Gateway, GatewayContext, ReturnClaim } from './gateway.ts'
import { amountMismatch, mismatch, pending, toText } from './gateway-report.ts'

const FORM_PATH = '/api/epay/main/v2/form'
const STATUS_PATH = '/api/epay/transaction/status/'
/** eSewa's test environment has two hosts. */
const HOSTS = {
  test: { form: ESEWA_FORM_HOSTS.v2.test, status: 'https://rc.esewa.com.np' },
  live: { form: ESEWA_FORM_HOSTS.v2.live, status: 'https://epay.esewa.com.np' },
}
/** The payer may be on eSewa's page until this ends; `NOT_FOUND` proves nothing before. */
const PAYMENT_WINDOW_MS = 15 * 60_000

/** eSewa ePay v2: a signed form, signed `data` on return; only the status call is evidence. */
export function esewaGateway(context: GatewayContext): Gateway {
  const merchant = getEsewaMerchant(context)
  return {
    method: 'esewa',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) =>
      succeed({
        next: {
          kind: 'form',
          action: getEsewaUrls(context).form,
          fields: buildFormFields(attempt, merchant, context.siteUrl),
        },
      }),
    lookup: (attempt) => lookup(attempt, merchant, context),
    readReturn: (parameters) => readReturn(parameters.data, merchant),
  }
}

/** Throws without a merchant, and in live mode for the test merchant. */
export function getEsewaMerchant({ esewa, mode }: Pick<GatewayContext, 'esewa' | 'mode'>): EsewaMerchant {
  if (!esewa) throw new Error('eSewa has no merchant account')
  if (mode === 'live' && esewa.productCode === ESEWA_TEST_MERCHANT.productCode)
    throw new Error('The eSewa test merchant cannot accept live payments')
  return esewa
}

export function getEsewaUrls({ mode, siteUrl }: Pick<GatewayContext, 'mode' | 'siteUrl'>) {
  const sandbox = new URL('/sandbox/esewa', siteUrl).href
  const hosts = mode === 'sandbox' ? { form: sandbox, status: sandbox } : HOSTS[mode]
  return { form: hosts.form + FORM_PATH, status: hosts.status + STATUS_PATH }
}

/** All eleven fields are required; form and signature share one amount text. */
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
    // eSewa appends `?data=` to the success URL and nothing to the failure URL, which therefore names the payment.
    success_url: new URL('/payment/esewa/success', siteUrl).href,
    failure_url: new URL(`/payment/esewa/failure?payment=${attempt.id}`, siteUrl).href,
    signed_field_names: REQUEST_FIELDS.join(','),
    signature: sign(signedMessage(REQUEST_FIELDS, signed), merchant.secret),
  }
}

function readReturn(data: string | undefined, merchant: EsewaMerchant): ReturnClaim {
  if (!data) return { kind: 'none' }
  const fields = readEsewaData(data)
  if (!fields) return { kind: 'rejected', reason: 'data cannot be read' }
  // A shorter list would leave fields unsigned; odd characters would make the message ambiguous.
  if (fields.signed_field_names !== SIGNED_FIELDS.join(','))
    return { kind: 'rejected', reason: 'the signature covers other fields' }
  if (!hasPlainValues(fields)) return { kind: 'rejected', reason: 'a value has characters that eSewa never sends' }
  if (!isSignatureValid(fields, merchant.secret)) return { kind: 'rejected', reason: 'the signature is not valid' }
  if (fields.product_code !== merchant.productCode) return { kind: 'rejected', reason: 'another merchant was paid' }
  const amount = readRupees(fields.total_amount)
  if (amount === undefined) return { kind: 'rejected', reason: 'the amount cannot be read' }
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

/** Checks the text as received, then without thousands separators, never a reformatted amount. */
function isSignatureValid(fields: EsewaReturn, secret: string): boolean {
  const amounts = [fields.total_amount, fields.total_amount.replaceAll(',', '')]
  return amounts.some((total_amount) =>
    isSignedBy(signedMessage(SIGNED_FIELDS, { ...fields, total_amount }), fields.signature, secret),
  )
}

async function lookup(attempt: Attempt, merchant: EsewaMerchant, context: GatewayContext): Promise<GatewayReport> {
  const query = new URLSearchParams({
    product_code: merchant.productCode,
    total_amount: toDecimalRupees(attempt.amount),
    transaction_uuid: attempt.id,
  })
  let json: unknown
  try {
    const response = await context.fetch(`${getEsewaUrls(context).status}?${query}`, {
      headers: { accept: 'application/json' },
    })
    if (response.status >= 500) return pending(`eSewa responded with ${response.status}`)
    json = JSON.parse(await response.text())
  } catch (error) {
    return pending(error instanceof SyntaxError ? 'eSewa did not respond with JSON' : 'eSewa could not be reached')
  }
  return readStatus(json, attempt, merchant, context.now())
}

/** An unknown status leaves the payment pending. */
function readStatus(json: unknown, attempt: Attempt, merchant: EsewaMerchant, now: number): GatewayReport {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>
  if (typeof body.status !== 'string') return pending(`eSewa returned no status${formatMessage(body.error_message)}`)
  const isOurs = body.transaction_uuid === attempt.id && body.product_code === merchant.productCode
  if (body.status === 'COMPLETE') return isOurs ? readPaid(body, attempt) : mismatch('eSewa returned another payment')
  if (!isOurs && body.status !== 'NOT_FOUND') return pending(`eSewa returned ${body.status} for another payment`)
  switch (body.status) {
    case 'CANCELED':
      // For a completed payment, CANCELED means that eSewa has reversed it.
      if (attempt.wasPaid) return { kind: 'refunded', whole: true, reason: 'eSewa: CANCELED' }
      return { kind: 'ended', as: 'cancelled', reason: 'eSewa: CANCELED' }
    case 'NOT_FOUND':
      return now - attempt.createdAt < PAYMENT_WINDOW_MS
        ? { ...pending('eSewa: NOT_FOUND, the payer may still be on its page'), idle: true }
        : { kind: 'ended', as: 'expired', reason: 'eSewa: NOT_FOUND' }
    case 'FULL_REFUND':
    case 'PARTIAL_REFUND':
      return { kind: 'refunded', whole: body.status === 'FULL_REFUND', reason: `eSewa: ${body.status}` }
    default:
      return pending(`eSewa: ${body.status.slice(0, 40)}`)
  }
}

function readPaid(body: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const text = toText(body.total_amount)
  const amount = readRupees(text)
  if (amount !== attempt.amount) return amountMismatch('eSewa', amount ?? text, body.ref_id, attempt)
  if (typeof body.ref_id !== 'string' || body.ref_id === '') return pending('eSewa: COMPLETE without a reference')
  return { kind: 'paid', amount, providerReference: body.ref_id }
}

const formatMessage = (message: unknown): string => (typeof message === 'string' ? `: ${message.slice(0, 80)}` : '')
