import { createHash } from 'node:crypto'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { PaymentNextStep } from '#contract/payments.ts'
import { npr, readRupees, toDecimalRupees } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { readPayee } from '#domain/receipt/emv-code.ts'
import { normaliseTransactionId, VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import type { FonepayAccount } from '../../env.ts'
import { type CallFonepay, describeFonepayError, fonepayClient } from './fonepay-client.ts'
import type { Attempt, Gateway, GatewayContext, StartedPayment } from './gateway.ts'
import { amountMismatch, mismatch, pending, toText } from './gateway-report.ts'

export const FONEPAY_QR_PATH = '/api/merchant/third-party/v2/generate-intent-qr'
export const FONEPAY_STATUS_PATH = '/api/merchant/third-party/v2/thirdPartyDynamicQrGetStatus'
export const SANDBOX_FONEPAY_PATH = '/sandbox/fonepay'

/** Fonepay documents no lifetime of a code; one that has not been scanned by then is not expected to be paid. */
const UNSCANNED_MS = 60 * 60_000
/** Fonepay asks for at least 3 seconds between two status calls. */
const LOOKUP_INTERVAL_MS = 3_000
const MAX_BILL_ID_LENGTH = 25

/** Fonepay's dynamic QR, version 2: a code for one payment, whose status call is the only evidence. */
export function fonepayGateway(context: GatewayContext, account: FonepayAccount): Gateway {
  const call = fonepayClient(context, account)
  return {
    method: 'qr_payment',
    window: VERIFICATION_TIMEOUT_MS,
    lookupInterval: LOOKUP_INTERVAL_MS,
    storesCode: true,
    start: async (attempt) =>
      attempt.qrCode ? succeed({ next: toNextStep(attempt, attempt.qrCode, context) }) : start(attempt),
    lookup: (attempt) => lookup(attempt, account, call, context.now()),
    readReturn: () => ({ kind: 'none' }),
  }

  async function start(attempt: Attempt): Promise<Outcome<StartedPayment>> {
    const label = createReferenceLabel(attempt.id)
    const response = await call(FONEPAY_QR_PATH, {
      amount: Number(toDecimalRupees(attempt.amount)),
      billId: attempt.bookingId.slice(0, MAX_BILL_ID_LENGTH),
      terminalId: account.terminalId,
      paymentMode: 'QR',
      referenceLabel: label,
      qrType: account.qrType,
    })
    if ('noResponse' in response) return failStart(response.noResponse)
    const { data, status } = response
    // Without a code, `qrMessage` can be the text of an error.
    const code = [data.qrString, data.qrMessage].find((text) => typeof text === 'string' && text.startsWith('000201'))
    if (status >= 300 || typeof code !== 'string')
      return failStart(`Fonepay made no code (${status}): ${describeFonepayError(data)}`)
    if (data.prn !== label) return failStart('Fonepay made a code for another payment')
    return succeed({ next: toNextStep(attempt, code, context), gatewayId: label, qrCode: code })
  }
}

/** Letters and digits only, at most 30; unique like the id, which is longer. */
const createReferenceLabel = (attemptId: string): string =>
  createHash('sha256').update(attemptId).digest('hex').slice(0, 30)

function toNextStep(attempt: Attempt, code: string, { mode }: GatewayContext): PaymentNextStep {
  return {
    kind: 'qr',
    code,
    accountName: readPayee(code),
    bankName: 'Fonepay',
    reference: attempt.bookingId,
    expiresAt: new Date(attempt.createdAt + VERIFICATION_TIMEOUT_MS).toISOString(),
    confirmedBy: 'fonepay',
    ...(mode === 'sandbox' && {
      sandboxUrl: `${SANDBOX_FONEPAY_PATH}/pay/${createReferenceLabel(attempt.id)}`,
    }),
  }
}

async function lookup(
  attempt: Attempt,
  { terminalId }: FonepayAccount,
  call: CallFonepay,
  now: number,
): Promise<GatewayReport> {
  if (attempt.gatewayId === null) return pending('The code was not made by Fonepay')
  const response = await call(FONEPAY_STATUS_PATH, { terminalId, referenceLabel: attempt.gatewayId })
  // Fonepay responds to an unknown label with 500, as to its own faults.
  if ('noResponse' in response) return pending(response.noResponse)
  const { data, status } = response
  if (status >= 300 || typeof data.paymentStatus !== 'string')
    return pending(`Fonepay returned no status (${status}): ${describeFonepayError(data)}`)
  const isOurs = data.prn === attempt.gatewayId && data.merchantCode === terminalId
  return readStatus(data.paymentStatus.toLowerCase(), isOurs, data, attempt, now)
}

/** An unknown status leaves the payment pending. */
function readStatus(
  status: string,
  isOurs: boolean,
  data: Readonly<Record<string, unknown>>,
  attempt: Attempt,
  now: number,
): GatewayReport {
  const reason = `Fonepay: ${status.slice(0, 40)}`
  if (!isOurs)
    return status === 'success'
      ? mismatch('Fonepay returned another payment')
      : pending(`${reason}, of another payment`)
  switch (status) {
    case 'success':
      return readPaid(data, attempt)
    case 'failed':
    case 'cancelled':
      return { kind: 'ended', as: status, reason }
    case 'timeout':
      // "Data not found": the code has not been scanned yet.
      return now - attempt.createdAt < UNSCANNED_MS
        ? { ...pending(reason), idle: true }
        : { kind: 'ended', as: 'expired', reason }
    default:
      return pending(reason)
  }
}

/** Fonepay sends amounts as text or number; the total is filled for unpaid codes too, so only `success` counts. */
function readPaid(data: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const trace = toText(data.fonepayTraceId ?? '')
  const reference = normaliseTransactionId(trace)
  const totalText = toText(data.totalTransactionAmount)
  const total = readRupees(totalText)
  if (total !== attempt.amount) return amountMismatch('Fonepay', total ?? totalText, reference, attempt)
  const requestedText = toText(data.requestedAmount)
  if (readRupees(requestedText) !== attempt.amount)
    return {
      ...mismatch(`Fonepay requested ${requestedText.slice(0, 40)} instead of ${npr(attempt.amount)}`),
      received: total,
      ...(reference && { providerReference: reference }),
    }
  return reference ? { kind: 'paid', amount: total, providerReference: reference } : pending('Fonepay: no trace id')
}

const failStart = (reason: string): Outcome<StartedPayment> => fail('gateway_unavailable', { message: reason })
