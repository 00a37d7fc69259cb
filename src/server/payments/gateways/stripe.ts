import type { Stripe } from 'stripe'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type {
  Attempt,
  Gateway,
  GatewayContext,
  GatewayWebhook,
  RefundOrder,
  StartedPayment,
  StripeKeys,
} from './gateway.ts'
import { CURRENCY, type DisputeSummary, isUnpaid, readIntent } from './stripe-intent.ts'

/** An intent waits for ever; ours are taken back after this long, so that nobody pays for a place that was given away. */
const PAYMENT_WINDOW_MS = 30 * 60_000
/** Items a page of a list: a dispute takes up to 4 KB, and a response may have 64 KB. */
const PAGE_SIZE = 10
/** A notice older than this is a replay (seconds). */
const SIGNATURE_TOLERANCE_S = 300
/** Reserved for what exists nowhere: calls of the sandbox cannot leave the process, whoever answers them. */
export const SANDBOX_HOST = 'stripe.sandbox.invalid'

/**
 * Cards through Stripe: an intent for each try, confirmed in the payer's browser with the provider's own form. A signed
 * notice or a lookup of the intent is what counts.
 */
export function stripeGateway(context: GatewayContext, keys: StripeKeys): Gateway {
  const live = context.mode === 'live'
  const client = createClientLoader(context, keys)
  return {
    method: 'stripe',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) => startIntent(await client(), attempt, context.siteUrl),
    lookup: async (attempt) => lookup(await client(), attempt, live, context.now()),
    // Nothing in the return address is signed: its parameters are noted, the intent is asked.
    readCallback: () => ({ kind: 'none' }),
    readWebhook: async (body, signature) => readWebhook(await client(), { body, signature }, keys, live, context.now()),
    refund: async (attempt, order) => refund(await client(), attempt, order),
  }
}

/** The package takes longer to read than all of the server: it is read when the first card comes. */
function createClientLoader({ mode, fetch }: GatewayContext, keys: StripeKeys): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined
  return () => {
    client ??= import('stripe').then(
      ({ Stripe }) =>
        new Stripe(keys.secretKey, {
          httpClient: Stripe.createFetchHttpClient(requireJsonObject(fetch)),
          // Whoever is refused presses again, and the reconciler asks again.
          maxNetworkRetries: 0,
          telemetry: false,
          ...(mode === 'sandbox' && { host: SANDBOX_HOST, protocol: 'http' }),
        }),
    )
    return client
  }
}

/**
 * Over an answer that is JSON and no object the package breaks down where nobody can catch it, and never answers: what
 * stands between us and Stripe may send one.
 */
const requireJsonObject =
  (fetch: GatewayContext['fetch']): GatewayContext['fetch'] =>
  async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.text()
    if (isNonObject(text)) throw new TypeError('Stripe did not answer with an object')
    return new Response(text, response)
  }

function isNonObject(json: string): boolean {
  try {
    const said: unknown = JSON.parse(json)
    return typeof said !== 'object' || said === null
  } catch {
    // What is no JSON the package itself refuses.
    return false
  }
}

/** One intent for one attempt, however often it is asked for. Its secret is for the payer's browser alone. */
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

/**
 * Asks for the intent; one that nobody paid in time, or need pay, is taken back, which the gateway refuses where money
 * moves.
 */
async function lookup(stripe: Stripe, attempt: Attempt, live: boolean, now: number): Promise<GatewayReport> {
  const isOver = now - attempt.createdAt >= PAYMENT_WINDOW_MS
  // Without a name no payer was ever given the intent's secret.
  if (attempt.gatewayId === null)
    return isOver
      ? { kind: 'ended', as: 'expired', reason: 'Stripe made no intent' }
      : { kind: 'pending', reason: 'Stripe made no intent', idle: true }
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

/** Paisa that disputes have taken for good, and the newest that is still open. The charge says only that there was one. */
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

/** Undefined where the signature is not Stripe's, or too old: nothing is then known about the body. */
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
    // Charges and disputes say too little: the intent is asked.
    reportOn: (attempt) => (isIntent ? readIntent(object as Stripe.PaymentIntent, attempt, live) : undefined),
    ...(refund && refundId && { refund: { id: refundId, report: readRefund(refund) } }),
  }
}

/** Keys are forgotten after a day: an order that is asked again is looked for among the refunds first. */
async function refund(stripe: Stripe, attempt: Attempt, order: RefundOrder): Promise<RefundReport> {
  const intent = attempt.gatewayId ?? order.providerReference
  try {
    const made = order.isRetry ? await findEarlierRefund(stripe, intent, order.id) : undefined
    return readRefund(
      made ??
        (await stripe.refunds.create(
          { payment_intent: intent, amount: order.amount, metadata: { refund_id: order.id, attempt_id: attempt.id } },
          { idempotencyKey: `refund-${order.id}` },
        )),
    )
  } catch (error) {
    const { type } = error as Stripe.errors.StripeError
    // Only a request that Stripe has read and refused moved no money for certain; asked again, it may speak of the first.
    const isRefused = !order.isRetry && (type === 'StripeInvalidRequestError' || type === 'StripeCardError')
    return { kind: isRefused ? 'failed' : 'pending', reason: describeError(error) }
  }
}

async function findEarlierRefund(stripe: Stripe, intent: string, id: string): Promise<Stripe.Refund | undefined> {
  for await (const made of stripe.refunds.list({ payment_intent: intent, limit: PAGE_SIZE }))
    if (made.metadata?.refund_id === id) return made
  return undefined
}

function readRefund({ id, status, failure_reason }: Stripe.Refund): RefundReport {
  if (status === 'succeeded') return { kind: 'done', providerReference: id }
  if (status === 'failed' || status === 'canceled')
    return { kind: 'failed', reason: `Stripe: refund ${status}${failure_reason ? `, ${failure_reason}` : ''}` }
  return { kind: 'pending', reason: `Stripe: refund ${String(status).slice(0, 40)}` }
}

/** Codes and classes only: a message may name a key or a person. */
function describeError(error: unknown): string {
  const { type, code } = error as Partial<Stripe.errors.StripeError>
  if (type === undefined || type === 'StripeConnectionError') return 'Stripe could not be reached'
  return `Stripe: ${type}${code ? `, ${code.slice(0, 60)}` : ''}`
}
