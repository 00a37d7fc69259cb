import type { Stripe } from 'stripe'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { StripeKeys } from '../../env.ts'
import { once } from '../../once.ts'
import type { Attempt, Gateway, GatewayContext, GatewayWebhook, RefundOrder, StartedPayment } from './gateway.ts'
import { CURRENCY, type DisputeSummary, isUnpaid, readIntent } from './stripe-intent.ts'

/** Intents never expire; ours are cancelled after this time, because the seats are released. */
const PAYMENT_WINDOW_MS = 30 * 60_000
/** A dispute takes up to 4 KB, and a response may have 64 KB. */
const PAGE_SIZE = 10
/** Seconds; an older webhook is a replay. */
const SIGNATURE_TOLERANCE_S = 300
/** A reserved domain: calls of the sandbox cannot leave the process. */
export const SANDBOX_HOST = 'stripe.sandbox.invalid'

/** One Stripe intent per attempt, confirmed in the browser. A signed webhook or a lookup decides. */
export function stripeGateway(context: GatewayContext, keys: StripeKeys): Gateway {
  const live = context.mode === 'live'
  const client = createClientLoader(context, keys)
  return {
    method: 'stripe',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) => startIntent(await client(), attempt, context.siteUrl),
    lookup: async (attempt) => lookup(await client(), attempt, live, context.now()),
    // The return URL is unsigned.
    readReturn: () => ({ kind: 'none' }),
    readWebhook: async (body, signature) => readWebhook(await client(), { body, signature }, keys, live, context.now()),
    refund: async (attempt, order) => refund(await client(), attempt, order),
  }
}

/** Loaded with the first card payment, because the package is large. */
const createClientLoader = ({ mode, fetch }: GatewayContext, keys: StripeKeys): (() => Promise<Stripe>) =>
  once(async () => {
    const { Stripe } = await import('stripe')
    return new Stripe(keys.secretKey, {
      httpClient: Stripe.createFetchHttpClient(requireJsonObject(fetch)),
      // The payer and the reconciliation retry.
      maxNetworkRetries: 0,
      telemetry: false,
      ...(mode === 'sandbox' && { host: SANDBOX_HOST, protocol: 'http' }),
    })
  })

/** The package crashes on a JSON response that is no object, which a proxy may send. */
const requireJsonObject =
  (fetch: GatewayContext['fetch']): GatewayContext['fetch'] =>
  async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.text()
    if (isNonObject(text)) throw new TypeError('Stripe did not respond with an object')
    return new Response(text, response)
  }

function isNonObject(json: string): boolean {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed !== 'object' || parsed === null
  } catch {
    // The package rejects other text itself.
    return false
  }
}

/** Repeated calls return the same intent. Its secret is for the payer's browser only. */
async function startIntent(stripe: Stripe, attempt: Attempt, siteUrl: string): Promise<Outcome<StartedPayment>> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: attempt.amount,
        currency: CURRENCY,
        allowed_payment_method_types: ['card'],
        description: `Booking ${attempt.bookingId}`,
        metadata: { attempt_id: attempt.id, booking_id: attempt.bookingId },
      },
      { idempotencyKey: `intent-${attempt.id}` },
    )
    if (!intent.client_secret) return fail('gateway_unavailable')
    const returnUrl = new URL(`/payment?payment=${attempt.id}`, siteUrl).href
    return succeed({ next: { kind: 'card', clientSecret: intent.client_secret, returnUrl }, gatewayId: intent.id })
  } catch (error) {
    return (error as Stripe.errors.StripeError).code === 'amount_too_small'
      ? fail('amount_too_small')
      : fail('gateway_unavailable')
  }
}

/** Cancels an unpaid intent that is too old or not needed; Stripe rejects this while money moves. */
async function lookup(stripe: Stripe, attempt: Attempt, live: boolean, now: number): Promise<GatewayReport> {
  const isOver = now - attempt.createdAt >= PAYMENT_WINDOW_MS
  // Without an id no payer received the intent's secret.
  if (attempt.gatewayId === null)
    return isOver
      ? { kind: 'ended', as: 'expired', reason: 'Stripe did not create a payment intent' }
      : { kind: 'pending', reason: 'Stripe did not create a payment intent', idle: true }
  try {
    const intent = await stripe.paymentIntents.retrieve(attempt.gatewayId, { expand: ['latest_charge'] })
    if (!isUnpaid(intent) || !(isOver || attempt.isSuperseded))
      return readIntent(intent, attempt, live, await readDisputes(stripe, intent, attempt))
    return readIntent(
      await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }),
      attempt,
      live,
    )
  } catch (error) {
    return { kind: 'pending', reason: describeError(error), noResponse: true }
  }
}

/** `lost` in paisa, and the newest open dispute. The charge shows only that a dispute exists. */
async function readDisputes(
  stripe: Stripe,
  { id: payment_intent, latest_charge }: Stripe.PaymentIntent,
  { wasPaid }: Attempt,
): Promise<DisputeSummary | undefined> {
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  if (!charge?.disputed || !wasPaid) return undefined
  const found: DisputeSummary = { lost: 0 }
  for await (const { id, status, amount } of stripe.disputes.list({ payment_intent, limit: PAGE_SIZE })) {
    if (status === 'lost') found.lost += amount
    else if (!WON_DISPUTE_STATUSES.includes(status))
      found.open ??= { id, stage: status.startsWith('warning_') ? 'inquiry' : 'chargeback' }
  }
  return found
}
const WON_DISPUTE_STATUSES: readonly string[] = ['won', 'warning_closed', 'prevented']

/** Undefined if the signature is wrong or too old. */
async function readWebhook(
  stripe: Stripe,
  { body, signature }: { body: string; signature: string },
  keys: StripeKeys,
  live: boolean,
  now: number,
): Promise<GatewayWebhook | undefined> {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature, keys.webhookSecret, SIGNATURE_TOLERANCE_S, undefined, now)
  } catch {
    return undefined
  }
  const object = event.data?.object as { object?: string; id?: unknown; payment_intent?: unknown } | null
  const isIntent = object?.object === 'payment_intent'
  const gatewayId = isIntent ? object.id : object?.payment_intent
  const refund = object?.object === 'refund' ? (object as Stripe.Refund) : undefined
  const refundId = refund?.metadata?.refund_id
  return {
    id: event.id,
    type: event.type,
    gatewayId: typeof gatewayId === 'string' ? gatewayId : undefined,
    // Charges and disputes need a lookup of the intent.
    reportOn: (attempt) => (isIntent ? readIntent(object as Stripe.PaymentIntent, attempt, live) : undefined),
    ...(refund && refundId && { refund: { id: refundId, report: readRefund(refund) } }),
  }
}

/** Stripe keeps idempotency keys for a day, so a retry searches the refunds first. */
async function refund(stripe: Stripe, attempt: Attempt, order: RefundOrder): Promise<RefundReport> {
  const intent = attempt.gatewayId ?? order.providerReference
  try {
    const earlier = order.isRetry ? await findEarlierRefund(stripe, intent, order.id) : undefined
    return readRefund(
      earlier ??
        (await stripe.refunds.create(
          { payment_intent: intent, amount: order.amount, metadata: { refund_id: order.id, attempt_id: attempt.id } },
          { idempotencyKey: `refund-${order.id}` },
        )),
    )
  } catch (error) {
    const { type } = error as Stripe.errors.StripeError
    // Only a first request that Stripe rejected certainly moved no money.
    const isRejected = !order.isRetry && (type === 'StripeInvalidRequestError' || type === 'StripeCardError')
    return { kind: isRejected ? 'failed' : 'pending', reason: describeError(error) }
  }
}

async function findEarlierRefund(stripe: Stripe, intent: string, id: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: PAGE_SIZE }))
    if (refund.metadata?.refund_id === id) return refund
  return undefined
}

function readRefund({ id, status, failure_reason }: Stripe.Refund): RefundReport {
  if (status === 'succeeded') return { kind: 'done', providerReference: id }
  if (status === 'failed' || status === 'canceled')
    return { kind: 'failed', reason: `Stripe: refund ${status}${failure_reason ? `, ${failure_reason}` : ''}` }
  return { kind: 'pending', reason: `Stripe: refund ${String(status).slice(0, 40)}` }
}

/** Codes and classes only: a message may contain a key or a person. */
function describeError(error: unknown): string {
  const { type, code } = error as Partial<Stripe.errors.StripeError>
  if (type === undefined || type === 'StripeConnectionError') return 'Stripe could not be reached'
  return `Stripe: ${type}${code ? `, ${code.slice(0, 60)}` : ''}`
}
