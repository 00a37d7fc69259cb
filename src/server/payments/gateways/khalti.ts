import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { Attempt, Gateway, GatewayContext, RefundOrder, StartedPayment } from './gateway.ts'
import { mismatch, pending } from './gateway-report.ts'
import { callKhalti, describeKhaltiError } from './khalti-client.ts'
import { toPaidReport, toReport } from './khalti-report.ts'

/** Khalti's links last an hour. */
const PAYMENT_WINDOW_MS = 60 * 60_000
/** Without a pidx by then, the payment was not started, or no payer was sent to it. */
const START_TIMEOUT_MS = 2 * 60_000

/** Khalti KPG-2: starts a payment, redirects the payer and looks up its `pidx`. Amounts are paisa. */
export function khaltiGateway(context: GatewayContext): Gateway {
  return {
    method: 'khalti',
    window: PAYMENT_WINDOW_MS,
    start: (attempt) => start(attempt, context),
    lookup: (attempt) => lookup(attempt, context),
    // The return URL is unsigned, and the pidx is known.
    readReturn: () => ({ kind: 'none' }),
    refund: (attempt, order) => refund(attempt, order, context),
  }
}

async function start(attempt: Attempt, context: GatewayContext): Promise<Outcome<StartedPayment>> {
  const response = await callKhalti(context, '/api/v2/epayment/initiate/', {
    return_url: new URL(`/payment?payment=${attempt.id}`, context.siteUrl).href,
    website_url: context.siteUrl,
    amount: attempt.amount,
    purchase_order_id: attempt.id,
    purchase_order_name: `Booking ${attempt.bookingId}`,
  })
  if ('noResponse' in response) return failStart(response.noResponse)
  const { pidx, payment_url: url } = response.data
  if (typeof pidx !== 'string' || pidx === '' || !isPaymentPage(url, context))
    return failStart(`Khalti did not start the payment (${response.status}): ${describeKhaltiError(response.data)}`)
  return succeed({ next: { kind: 'redirect', url }, gatewayId: pidx })
}

/** Payers are redirected to Khalti only. */
function isPaymentPage(url: unknown, { mode, siteUrl }: GatewayContext): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, origin, hostname } = new URL(url)
  if (mode === 'sandbox') return origin === new URL(siteUrl).origin
  return protocol === 'https:' && /(^|\.)khalti\.com$/.test(hostname)
}

async function lookup(attempt: Attempt, context: GatewayContext): Promise<GatewayReport> {
  if (attempt.gatewayId === null)
    return context.now() - attempt.createdAt < START_TIMEOUT_MS
      ? { ...pending('The payment has not started at Khalti yet'), idle: true }
      : { kind: 'ended', as: 'expired', reason: 'The payment was never started at Khalti' }
  const response = await callKhalti(context, '/api/v2/epayment/lookup/', { pidx: attempt.gatewayId })
  return 'noResponse' in response ? pending(response.noResponse) : readStatus(response.data, attempt)
}

/** Reads the body with any HTTP status. */
function readStatus(body: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const { status, total_amount: amount, transaction_id: transaction, refunded } = body
  if (typeof status !== 'string') return pending(`Khalti returned no status: ${describeKhaltiError(body)}`)
  if (body.pidx !== attempt.gatewayId)
    return status === 'Completed'
      ? mismatch('Khalti returned another payment')
      : pending(`Khalti: ${status.slice(0, 40)}, for another payment`)
  return toReport(status, ENDED_STATES, () => toPaidReport({ amount, transaction, refunded }, attempt))
}

const ENDED_STATES = {
  expired: 'expired',
  'user canceled': 'cancelled',
  canceled: 'cancelled',
  failed: 'failed',
} as const

/** Khalti has no idempotency keys, so a retry first searches for the earlier refund. It may require a mobile number. */
async function refund(attempt: Attempt, order: RefundOrder, context: GatewayContext): Promise<RefundReport> {
  if (order.isRetry) {
    const earlier = await findEarlierRefund(attempt, order, context)
    if (earlier) return earlier
  }
  const path = `/api/merchant-transaction/${encodeURIComponent(order.providerReference)}/refund/`
  const response = await callKhalti(context, path, isPartialRefund(order) ? { amount: order.amount } : {})
  if ('noResponse' in response) return pending(response.noResponse)
  if (response.status < 300) return { kind: 'done' }
  const reason = `Khalti (${response.status}): ${describeKhaltiError(response.data)}`
  // A rejected retry may refer to money that the first call sent.
  return { kind: order.isRetry || response.status === 408 || response.status === 429 ? 'pending' : 'failed', reason }
}

/** Undefined if a full refund can be sent again: Khalti sends it at most once. A partial refund is never repeated. */
async function findEarlierRefund(
  attempt: Attempt,
  order: RefundOrder,
  context: GatewayContext,
): Promise<RefundReport | undefined> {
  const report = await lookup({ ...attempt, amount: order.received, wasPaid: true }, context)
  if (report.kind === 'refunded' && (report.whole || (isPartialRefund(order) && order.refundedBefore === 0)))
    return { kind: 'done' }
  if (report.kind === 'refunded')
    return pending('Khalti has refunded part of the payment, and does not say which refund')
  if (report.kind !== 'paid') return pending(report.reason)
  return isPartialRefund(order) ? pending('Khalti does not report the result of a partial refund') : undefined
}

/** Without an amount, Khalti refunds everything received. */
const isPartialRefund = ({ amount, received }: RefundOrder): boolean => amount < received

const failStart = (reason: string): Outcome<StartedPayment> => fail('gateway_unavailable', { message: reason })
