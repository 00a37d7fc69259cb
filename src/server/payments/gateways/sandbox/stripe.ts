import { createHash, createHmac } from 'node:crypto'
import { createSecret } from '../../../secrets.ts'
import type { StripeKeys } from '../gateway.ts'
import type { SandboxStore } from './store.ts'
import {
  advanceIntent,
  chargeIntent,
  type SandboxDispute,
  type SandboxIntent,
  sumRefunds,
  type TestCard,
  toStripeObject,
  UNAUTHENTICATED,
} from './stripe-intent.ts'

export interface SandboxStripeContext {
  store: SandboxStore
  siteUrl: string
  now(): number
  /** Brings a signed notice to our own door; never throws. */
  deliver(body: string, signature: string): Promise<void>
}

type Fields = Readonly<Record<string, string>>
export interface SandboxResponse {
  status: number
  body: unknown
}

/** Local stand-in of what we use of Stripe: intents, refunds, signed notices; no card is taken and no money moves. */
export class SandboxStripe {
  /** Made anew with each process: nobody outside can sign a notice. */
  readonly keys: StripeKeys = {
    secretKey: 'sk_sandbox',
    publishableKey: 'pk_sandbox',
    webhookSecret: `whsec_${createSecret()}`,
  }
  readonly #context: SandboxStripeContext

  constructor(context: SandboxStripeContext) {
    this.#context = context
  }

  /** Answers a call of the merchant's server. */
  async respond(request: Request): Promise<Response> {
    const { status, body } = await this.#answer(request, new URL(request.url))
    return Response.json(body, { status })
  }

  async find(id: string): Promise<SandboxIntent | undefined> {
    const stored = /^pi_[\w-]{1,80}$/.test(id) ? await this.#context.store.get(`stripe:${id}`) : undefined
    return stored === undefined ? undefined : advanceIntent(JSON.parse(stored) as SandboxIntent, this.#context.now())
  }

  /** The payer's browser confirms with a test card; the secret of the intent lets it. */
  async confirm(id: string, secret: string, card: TestCard, returnUrl: string): Promise<SandboxResponse> {
    const intent = await this.find(id)
    if (intent?.clientSecret !== secret) return rejectCall('resource_missing', 'No such payment_intent.', 404)
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return rejectCall('payment_intent_unexpected_state', `This payment is ${intent.status} already.`)
    // Stripe returns to any address; here that would make the site an open redirect.
    if (!URL.canParse(returnUrl) || new URL(returnUrl).origin !== new URL(this.#context.siteUrl).origin)
      return rejectCall('url_invalid', 'return_url must be on this site.')
    const after = chargeIntent(intent, card, returnUrl, this.#context.now())
    await this.#keep(after)
    if (card === 'answerLost') return { status: 502, body: 'The connection was cut after the money had moved.' }
    await this.#tell(after)
    if (after.error) return { status: 402, body: { error: { type: 'card_error', ...after.error } } }
    const nextAction = after.status === 'requires_action' && {
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: `/sandbox/stripe/authenticate/${id}` } },
    }
    return { status: 200, body: { ...toStripeObject(after), ...nextAction } }
  }

  /** The card's holder proves to be it, or not. Gives where the browser goes on to. */
  async authenticate(id: string, proven: boolean): Promise<string | undefined> {
    const intent = await this.find(id)
    if (!intent?.returnUrl) return undefined
    if (intent.status === 'requires_action') {
      const after: SandboxIntent = proven
        ? { ...intent, status: 'succeeded' }
        : { ...intent, status: 'requires_payment_method', error: UNAUTHENTICATED }
      await this.#keep(after)
      await this.#tell(after)
    }
    const way = new URL(intent.returnUrl)
    way.searchParams.set('payment_intent', id)
    way.searchParams.set('payment_intent_client_secret', intent.clientSecret)
    way.searchParams.set('redirect_status', proven ? 'succeeded' : 'failed')
    return way.href
  }

  /** The payer's bank gives a refund back that had succeeded: the money is with the merchant again, who is told. */
  async returnRefund(intentId: string, refundId: string): Promise<void> {
    const intent = await this.find(intentId)
    const refund = intent?.refunds.find(({ id }) => id === refundId)
    if (!intent || !refund) return
    const failed = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' } as const
    await this.#keep({ ...intent, refunds: intent.refunds.map((each) => (each === refund ? failed : each)) })
    const { body, signature } = this.signWebhook('refund.failed', failed)
    await this.#context.deliver(body, signature)
  }

  /** The payer's bank calls all of the money back, or has decided about that; the merchant is told. */
  async dispute(intentId: string, status: SandboxDispute['status']): Promise<void> {
    const intent = await this.find(intentId)
    if (!intent) return
    const id = intent.id.replace('pi_', 'du_')
    const dispute: SandboxDispute = { id, object: 'dispute', amount: intent.amount, payment_intent: intent.id, status }
    await this.#keep({ ...intent, dispute })
    const what = status === 'needs_response' ? 'created' : 'closed'
    const { body, signature } = this.signWebhook(`charge.dispute.${what}`, dispute)
    await this.#context.deliver(body, signature)
  }

  /** A notice about an intent, signed as Stripe signs: hex HMAC-SHA256 of the time and the body. */
  signWebhook(type: string, object: unknown): { body: string; signature: string } {
    const time = Math.floor(this.#context.now() / 1_000)
    const id = `evt_${createSecret()}`
    const body = JSON.stringify({ id, object: 'event', type, created: time, livemode: false, data: { object } })
    const signature = createHmac('sha256', this.keys.webhookSecret).update(`${time}.${body}`).digest('hex')
    return { body, signature: `t=${time},v1=${signature}` }
  }

  async #answer(request: Request, { pathname, searchParams }: URL): Promise<SandboxResponse> {
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

  /** The first answer to a key is the answer to it; the same key with other parameters is an error. */
  async #once(
    key: string | null,
    form: Fields,
    run: (form: Fields) => Promise<SandboxResponse>,
  ): Promise<SandboxResponse> {
    if (key === null) return rejectCall('idempotency_key_missing', 'Every try of ours has a key.')
    const hash = createHash('sha256').update(JSON.stringify(form)).digest('base64url')
    const stored = await this.#context.store.get(`stripe-key:${key}`)
    const before = stored === undefined ? undefined : (JSON.parse(stored) as { hash: string; answer: SandboxResponse })
    if (before && before.hash !== hash)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys are for the same request.' } } }
    const answer = before?.answer ?? (await run(form))
    if (!before) await this.#context.store.set(`stripe-key:${key}`, JSON.stringify({ hash, answer }))
    return answer
  }

  readonly #create = async (form: Fields): Promise<SandboxResponse> => {
    const amount = Number(form.amount)
    if (!Number.isSafeInteger(amount) || amount > 99_999_999) return rejectCall('amount_too_large', 'Invalid amount.')
    if (amount < 15_000) return rejectCall('amount_too_small', 'The amount must convert to at least 50 cents.')
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
    await this.#keep(intent)
    return acceptCall({ ...toStripeObject(intent), client_secret: intent.clientSecret })
  }

  readonly #refund = async (form: Fields): Promise<SandboxResponse> => {
    const intent = await this.find(form.payment_intent ?? '')
    if (intent?.status !== 'succeeded') return rejectCall('resource_missing', 'There is no charge to refund.')
    const left = intent.amount - sumRefunds(intent)
    const amount = Number(form.amount ?? left)
    if (!(amount > 0 && amount <= left))
      return rejectCall('charge_already_refunded', 'More than is left of the charge.')
    const refund = {
      id: `re_${createSecret()}`,
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: parseMetadata(form),
    } as const
    await this.#keep({ ...intent, refunds: [...intent.refunds, refund] })
    return acceptCall(refund)
  }

  async #cancel(intent: SandboxIntent, form: Fields): Promise<SandboxResponse> {
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return rejectCall('payment_intent_unexpected_state', `This payment is ${intent.status} already.`)
    const after: SandboxIntent = {
      ...intent,
      status: 'canceled',
      cancellationReason: form.cancellation_reason ?? null,
    }
    await this.#keep(after)
    return acceptCall(toStripeObject(after))
  }

  async #tell(intent: SandboxIntent): Promise<void> {
    const type = intent.status === 'requires_payment_method' ? 'payment_failed' : intent.status
    const { body, signature } = this.signWebhook(`payment_intent.${type}`, toStripeObject(intent))
    await this.#context.deliver(body, signature)
  }

  #keep(intent: SandboxIntent): Promise<void> {
    return this.#context.store.set(`stripe:${intent.id}`, JSON.stringify(intent))
  }
}

const acceptCall = (body: unknown): SandboxResponse => ({ status: 200, body })

const rejectCall = (code: string, message: string, status = 400): SandboxResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message } },
})

/** `metadata[name]=value`, as forms carry it. */
const parseMetadata = (form: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return inner ? [[inner, value]] : []
    }),
  )
