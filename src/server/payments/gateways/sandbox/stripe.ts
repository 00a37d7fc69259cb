import { createHash, createHmac } from 'node:crypto'
import { MIN_CARD_AMOUNT } from '#domain/payment.ts'
import type { StripeKeys } from '../../../env.ts'
import { createSecret } from '../../../secrets.ts'
import { type Form, isOnSite } from './form.ts'
import { readStored, type SandboxContext, type SandboxResponse, toResponse } from './store.ts'
import {
  advanceIntent,
  CARD_OUTCOMES,
  type SandboxDispute,
  type SandboxIntent,
  sumRefunds,
  type TestCard,
  toStripeObject,
  UNAUTHENTICATED,
} from './stripe-intent.ts'

/** Local fake of the parts of Stripe that we use; no money moves. */
export class SandboxStripe {
  /** Created for each process, so that only this process can sign webhooks. */
  readonly keys: StripeKeys = {
    secretKey: 'sk_sandbox',
    publishableKey: 'pk_sandbox',
    webhookSecret: `whsec_${createSecret()}`,
  }
  readonly #context: SandboxContext

  constructor(context: SandboxContext) {
    this.#context = context
  }

  async respond(request: Request): Promise<Response> {
    return toResponse(await this.#route(request, new URL(request.url)))
  }

  async find(id: string): Promise<SandboxIntent | undefined> {
    if (!/^pi_[\w-]{1,80}$/.test(id)) return undefined
    const intent = await readStored<SandboxIntent>(this.#context, `stripe:${id}`)
    return intent && advanceIntent(intent, this.#context.now())
  }

  /** Confirms with a test card, as the payer's browser does. */
  async confirm(id: string, secret: string, card: TestCard, returnUrl: string): Promise<SandboxResponse> {
    const intent = await this.find(id)
    if (intent?.clientSecret !== secret) return rejectCall('resource_missing', 'No such payment_intent.', 404)
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return rejectCall('payment_intent_unexpected_state', `This payment is already ${intent.status}.`)
    // Stripe returns to any address; here that would be an open redirect.
    if (!isOnSite(this.#context.siteUrl, returnUrl))
      return rejectCall('url_invalid', 'return_url must be on this site.')
    const after: SandboxIntent = { ...intent, ...CARD_OUTCOMES[card](this.#context.now(), returnUrl) }
    if (card === 'responseLost') {
      await this.#save(after)
      return { status: 502, body: 'The connection was lost after the payment.' }
    }
    await this.#saveAndReport(after)
    if (after.error) return { status: 402, body: { error: { type: 'card_error', ...after.error } } }
    const nextAction = after.status === 'requires_action' && {
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: `/sandbox/stripe/authenticate/${id}` } },
    }
    return { status: 200, body: { ...toStripeObject(after), ...nextAction } }
  }

  /** Applies the cardholder's decision and returns where the browser goes. */
  async authenticate(id: string, isConfirmed: boolean): Promise<string | undefined> {
    const intent = await this.find(id)
    if (!intent?.returnUrl) return undefined
    if (intent.status === 'requires_action') {
      await this.#saveAndReport(
        isConfirmed
          ? { ...intent, status: 'succeeded' }
          : { ...intent, status: 'requires_payment_method', error: UNAUTHENTICATED },
      )
    }
    const url = new URL(intent.returnUrl)
    url.searchParams.set('payment_intent', id)
    url.searchParams.set('payment_intent_client_secret', intent.clientSecret)
    url.searchParams.set('redirect_status', isConfirmed ? 'succeeded' : 'failed')
    return url.href
  }

  /** Fails a refund that had succeeded, as a payer's bank may, and sends the webhook. */
  async returnRefund(intentId: string, refundId: string): Promise<void> {
    const intent = await this.find(intentId)
    const refund = intent?.refunds.find(({ id }) => id === refundId)
    if (!intent || !refund) return
    const failed = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' } as const
    await this.#save({ ...intent, refunds: intent.refunds.map((each) => (each === refund ? failed : each)) })
    await this.#sendWebhook('refund.failed', failed)
  }

  /** Opens or closes a dispute over the full amount and sends the webhook. */
  async dispute(intentId: string, status: SandboxDispute['status']): Promise<void> {
    const intent = await this.find(intentId)
    if (!intent) return
    const id = intent.id.replace('pi_', 'du_')
    const dispute: SandboxDispute = { id, object: 'dispute', amount: intent.amount, payment_intent: intent.id, status }
    await this.#save({ ...intent, dispute })
    const what = status === 'needs_response' ? 'created' : 'closed'
    await this.#sendWebhook(`charge.dispute.${what}`, dispute)
  }

  /** Signs like Stripe: hex HMAC-SHA256 of time and body. */
  signWebhook(type: string, object: unknown): { body: string; signature: string } {
    const time = Math.floor(this.#context.now() / 1_000)
    const id = `evt_${createSecret()}`
    const body = JSON.stringify({ id, object: 'event', type, created: time, livemode: false, data: { object } })
    const signature = createHmac('sha256', this.keys.webhookSecret).update(`${time}.${body}`).digest('hex')
    return { body, signature: `t=${time},v1=${signature}` }
  }

  async #route(request: Request, { pathname, searchParams }: URL): Promise<SandboxResponse> {
    if (request.headers.get('authorization') !== `Bearer ${this.keys.secretKey}`)
      return rejectCall('api_key_invalid', 'Invalid API Key provided.', 401)
    const [, area, id, verb] =
      /^\/v1\/(payment_intents|refunds|disputes)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    const form = request.method === 'POST' ? Object.fromEntries(new URLSearchParams(await request.text())) : {}
    const key = request.headers.get('idempotency-key')
    if (area === 'payment_intents' && request.method === 'POST' && !id) return this.#once(key, form, this.#create)
    if (area === 'refunds' && request.method === 'POST') return this.#once(key, form, this.#refund)
    const listed = area === 'refunds' || area === 'disputes'
    const intent = await this.find(listed ? (searchParams.get('payment_intent') ?? '') : (id ?? ''))
    if (!intent) return rejectCall('resource_missing', 'No such payment_intent.', 404)
    const data = area === 'refunds' ? intent.refunds : intent.dispute ? [intent.dispute] : []
    if (listed) return acceptCall({ object: 'list', url: pathname, has_more: false, data })
    return verb === 'cancel' ? this.#cancel(intent, form) : acceptCall(toStripeObject(intent))
  }

  /** A repeated key returns the first response, or an error with other parameters. */
  async #once(key: string | null, form: Form, run: (form: Form) => Promise<SandboxResponse>): Promise<SandboxResponse> {
    if (key === null) return rejectCall('idempotency_key_missing', 'Send an Idempotency-Key.')
    const hash = createHash('sha256').update(JSON.stringify(form)).digest('base64url')
    const before = await readStored<{ hash: string; response: SandboxResponse }>(this.#context, `stripe-key:${key}`)
    if (before && before.hash !== hash)
      return {
        status: 400,
        body: {
          error: { type: 'idempotency_error', message: 'This Idempotency-Key was used for a different request.' },
        },
      }
    const response = before?.response ?? (await run(form))
    if (!before) await this.#context.store.set(`stripe-key:${key}`, JSON.stringify({ hash, response }))
    return response
  }

  readonly #create = async (form: Form): Promise<SandboxResponse> => {
    const amount = Number(form.amount)
    if (!Number.isSafeInteger(amount) || amount > 99_999_999) return rejectCall('amount_too_large', 'Invalid amount.')
    if (amount < MIN_CARD_AMOUNT) return rejectCall('amount_too_small', 'The amount must convert to at least 50 cents.')
    if (form.currency !== 'npr') return rejectCall('parameter_invalid', 'Invalid currency.')
    const id = `pi_${createSecret()}`
    const intent: SandboxIntent = {
      id,
      clientSecret: `${id}_secret_${createSecret()}`,
      amount,
      currency: form.currency,
      metadata: parseMetadata(form),
      createdAt: this.#context.now(),
      status: 'requires_payment_method',
      cancellationReason: null,
      error: null,
      completesAt: null,
      returnUrl: null,
      refunds: [],
    }
    await this.#save(intent)
    return acceptCall({ ...toStripeObject(intent), client_secret: intent.clientSecret })
  }

  readonly #refund = async (form: Form): Promise<SandboxResponse> => {
    const intent = await this.find(form.payment_intent ?? '')
    if (intent?.status !== 'succeeded') return rejectCall('resource_missing', 'There is no charge to refund.')
    const left = intent.amount - sumRefunds(intent)
    const amount = Number(form.amount ?? left)
    if (!(amount > 0 && amount <= left))
      return rejectCall('charge_already_refunded', 'The amount is greater than the rest of the charge.')
    const refund = {
      id: `re_${createSecret()}`,
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: parseMetadata(form),
    } as const
    await this.#save({ ...intent, refunds: [...intent.refunds, refund] })
    return acceptCall(refund)
  }

  async #cancel(intent: SandboxIntent, form: Form): Promise<SandboxResponse> {
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return rejectCall('payment_intent_unexpected_state', `This payment is already ${intent.status}.`)
    const cancellationReason = form.cancellation_reason ?? null
    const after: SandboxIntent = { ...intent, status: 'canceled', cancellationReason }
    await this.#save(after)
    return acceptCall(toStripeObject(after))
  }

  async #saveAndReport(intent: SandboxIntent): Promise<void> {
    await this.#save(intent)
    const type = intent.status === 'requires_payment_method' ? 'payment_failed' : intent.status
    await this.#sendWebhook(`payment_intent.${type}`, toStripeObject(intent))
  }

  async #sendWebhook(type: string, object: unknown): Promise<void> {
    const { body, signature } = this.signWebhook(type, object)
    await this.#context.deliver(body, signature)
  }

  #save(intent: SandboxIntent): Promise<void> {
    return this.#context.store.set(`stripe:${intent.id}`, JSON.stringify(intent))
  }
}

const acceptCall = (body: unknown): SandboxResponse => ({ status: 200, body })

const rejectCall = (code: string, message: string, status = 400): SandboxResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message } },
})

/** Reads `metadata[name]=value`. */
const parseMetadata = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return inner ? [[inner, value]] : []
    }),
  )
