import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { Attempt, Gateway, GatewayContext, RefundOrder, StartedPayment } from './gateway.ts'
import { callKhalti, describeKhaltiError } from './khalti-client.ts'
import { mismatch, pending, toPaidReport, toReport } from './khalti-report.ts'

/** Khalti's links live an hour. */
const PAYMENT_WINDOW_MS = 60 * 60_000
/** A try without a pidx was not begun, or its pidx was lost before anybody was sent to pay it. */
const START_TIMEOUT_MS = 2 * 60_000

/**
 * Khalti KPG-2: the server begins a payment there and keeps its `pidx`, the payer goes to Khalti's page, and a lookup
 * of that pidx is the only authority. The way back is unsigned. Amounts are paisa on both sides.
 */
export function khaltiGateway(context: GatewayContext): Gateway {
  return {
    method: 'khalti',
    window: PAYMENT_WINDOW_MS,
    start: (attempt) => start(attempt, context),
    lookup: (attempt) => lookup(attempt, context),
    // Nothing in the way back is signed, and the pidx is ours already.
    readCallback: () => ({ kind: 'none' }),
    refund: (attempt, order) => refund(attempt, order, context),
  }
}

async function start(attempt: Attempt, context: GatewayContext): Promise<Outcome<StartedPayment>> {
  const answer = await callKhalti(context, '/api/v2/epayment/initiate/', {
    return_url: new URL(`/payment?payment=${attempt.id}`, context.siteUrl).href,
    website_url: context.siteUrl,
    amount: attempt.amount,
    purchase_order_id: attempt.id,
    purchase_order_name: `Booking ${attempt.bookingId}`,
  })
  if ('silent' in answer) return failStart(answer.silent)
  const { pidx, payment_url: url } = answer.data
  if (typeof pidx !== 'string' || pidx === '' || !isPaymentPage(url, context))
    return failStart(`Khalti did not begin (${answer.status}): ${describeKhaltiError(answer.data)}`)
  return succeed({ next: { kind: 'redirect', url }, gatewayId: pidx })
}

/** The payer is sent to Khalti and nowhere else. */
function isPaymentPage(url: unknown, { mode, siteUrl }: GatewayContext): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, origin, hostname } = new URL(url)
  if (mode === 'sandbox') return origin === new URL(siteUrl).origin
  return protocol === 'https:' && /(^|\.)khalti\.com$/.test(hostname)
}

async function lookup(attempt: Attempt, context: GatewayContext): Promise<GatewayReport> {
  if (attempt.gatewayId === null)
    return context.now() - attempt.createdAt < START_TIMEOUT_MS
      ? { ...pending('Khalti has not begun this payment yet'), idle: true }
      : { kind: 'ended', as: 'expired', reason: 'Khalti never began this payment' }
  const answer = await callKhalti(context, '/api/v2/epayment/lookup/', { pidx: attempt.gatewayId })
  return 'silent' in answer ? pending(answer.silent) : readStatus(answer.data, attempt)
}

/** The lookup's answer in our words, by its body and not by its HTTP status. */
export function readStatus(said: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const { status, total_amount: amount, transaction_id: transaction, refunded } = said
  if (typeof status !== 'string') return pending(`Khalti gave no status: ${describeKhaltiError(said)}`)
  if (said.pidx !== attempt.gatewayId)
    return status === 'Completed'
      ? mismatch('Khalti names another payment')
      : pending(`Khalti: ${status.slice(0, 40)}, of another payment`)
  return toReport(status, ENDED_STATES, () => toPaidReport({ amount, transaction, refunded }, attempt))
}

const ENDED_STATES = {
  expired: 'expired',
  'user canceled': 'cancelled',
  canceled: 'cancelled',
  failed: 'failed',
} as const

/**
 * Sends money back to the wallet: all of it without an amount, a part with it. Khalti knows no idempotency keys, so a
 * refund whose answer was lost is looked for before it is sent again. It wants a mobile number for what was paid through
 * a bank and refuses without one: staff then send it back at Khalti's own desk.
 */
async function refund(attempt: Attempt, order: RefundOrder, context: GatewayContext): Promise<RefundReport> {
  if (order.isRetry) {
    const gone = await findEarlierRefund(attempt, order, context)
    if (gone) return gone
  }
  const path = `/api/merchant-transaction/${encodeURIComponent(order.providerReference)}/refund/`
  const answer = await callKhalti(context, path, isPartialRefund(order) ? { amount: order.amount } : {})
  if ('silent' in answer) return { kind: 'pending', reason: answer.silent }
  if (answer.status < 300) return { kind: 'done' }
  const reason = `Khalti (${answer.status}): ${describeKhaltiError(answer.data)}`
  // Asked again, a refusal may be about the money that the first call has sent.
  return { kind: order.isRetry || answer.status === 408 || answer.status === 429 ? 'pending' : 'failed', reason }
}

/**
 * Whether an earlier call has sent the money; undefined where all of it may be asked for again, which Khalti does once
 * at most. A part is never sent again: nothing would tell the second from the first.
 */
async function findEarlierRefund(
  attempt: Attempt,
  order: RefundOrder,
  context: GatewayContext,
): Promise<RefundReport | undefined> {
  const report = await lookup({ ...attempt, amount: order.received, wasPaid: true }, context)
  if (report.kind === 'refunded' && (report.whole || (isPartialRefund(order) && order.refundedBefore === 0)))
    return { kind: 'done' }
  if (report.kind === 'refunded')
    return { kind: 'pending', reason: 'Khalti has sent back a part, and does not say which' }
  if (report.kind !== 'paid') return { kind: 'pending', reason: report.reason }
  return isPartialRefund(order)
    ? { kind: 'pending', reason: 'Khalti does not say whether this part has gone' }
    : undefined
}

/** Without an amount Khalti sends back all that came, whatever was asked for. */
const isPartialRefund = ({ amount, received }: RefundOrder): boolean => amount < received

const failStart = (reason: string): Outcome<StartedPayment> => fail('gateway_unavailable', { message: reason })
