import { type Paisa, paisa } from '#domain/money.ts'
import { createSecret } from '../../../secrets.ts'
import { isOnSite } from './form.ts'
import {
  getKhaltiStatus,
  isOpenAt,
  KHALTI_OUTCOMES,
  type KhaltiChoice,
  type KhaltiPayment,
  LINK_LIFETIME_MS,
} from './khalti-outcome.ts'
import { readStored, type SandboxContext, type SandboxResponse, toResponse } from './store.ts'

export const SANDBOX_KHALTI_PATH = '/sandbox/khalti/'

const MIN_AMOUNT = 1_000
const NOT_FOUND = { detail: 'Not found.', error_key: 'validation_error' }
/** Khalti sends these with status 400 and the usual body. */
const BAD_STATUS = ['Expired', 'User canceled', 'Failed']

/** Local fake of Khalti, KPG-2 and the older API; no money moves. */
export class SandboxKhalti {
  readonly #context: Omit<SandboxContext, 'merchant' | 'deliver'>

  constructor(context: Omit<SandboxContext, 'merchant' | 'deliver'>) {
    this.#context = context
  }

  async respond(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(SANDBOX_KHALTI_PATH.length)
    return toResponse(await this.#route(path, request))
  }

  async #route(path: string, request: Request): Promise<SandboxResponse> {
    if (request.method !== 'POST') return { status: 405, body: { detail: 'Method not allowed.' } }
    if (!request.headers.get('authorization')?.startsWith('Key '))
      return { status: 401, body: { detail: 'Authentication credentials were not provided.', status_code: 401 } }
    const sent = await readBody(request)
    const transaction = /^api\/merchant-transaction\/([^/]+)\/refund\/$/.exec(path)?.[1]
    if (transaction) return this.#refund(decodeURIComponent(transaction), sent)
    if (path === 'api/v2/epayment/initiate/') return this.#initiate(sent)
    if (path === 'api/v2/epayment/lookup/') return this.#lookup(String(sent.pidx))
    if (path === 'api/v2/payment/verify/') return this.#verify(String(sent.token), sent.amount)
    return { status: 404, body: NOT_FOUND }
  }

  async #initiate(sent: Readonly<Record<string, unknown>>): Promise<SandboxResponse> {
    const problems = this.#findProblems(sent)
    if (Object.keys(problems).length > 0) return { status: 400, body: { ...problems, error_key: 'validation_error' } }
    const payment = await this.open(
      {
        orderId: String(sent.purchase_order_id),
        orderName: String(sent.purchase_order_name),
        returnUrl: String(sent.return_url),
      },
      paisa(Number(sent.amount)),
    )
    return {
      status: 200,
      body: {
        pidx: payment.pidx,
        payment_url: new URL(`${SANDBOX_KHALTI_PATH}pay/${payment.pidx}`, this.#context.siteUrl).href,
        expires_at: formatKathmanduInstant(payment.openedAt + LINK_LIFETIME_MS),
        expires_in: LINK_LIFETIME_MS / 1_000,
      },
    }
  }

  async open(order: Pick<KhaltiPayment, 'orderId' | 'orderName' | 'returnUrl'>, amount: Paisa): Promise<KhaltiPayment> {
    const payment: KhaltiPayment = {
      ...order,
      pidx: createSecret().replaceAll('_', 'x').replaceAll('-', 'y').slice(0, 22),
      amount,
      openedAt: this.#context.now(),
      status: 'Initiated',
      transactionId: null,
    }
    await this.#save(payment)
    return payment
  }

  async find(pidx: string): Promise<KhaltiPayment | undefined> {
    return /^[A-Za-z0-9]{1,60}$/.test(pidx) ? readStored(this.#context, `khalti:${pidx}`) : undefined
  }

  /** Returns where the browser goes; undefined if it stays (`silent`) or the payment is unknown. */
  async decide(pidx: string, choice: KhaltiChoice): Promise<string | undefined> {
    const payment = await this.find(pidx)
    if (!payment) return undefined
    const now = this.#context.now()
    // The first choice is final.
    if (!isOpenAt(payment, now)) return this.returnUrl(payment)
    const decided: KhaltiPayment = { ...payment, ...KHALTI_OUTCOMES[choice](payment, now) }
    await this.#save(decided)
    if (decided.transactionId) await this.#context.store.set(`khalti-transaction:${decided.transactionId}`, pidx)
    return choice === 'silent' ? undefined : this.returnUrl(decided)
  }

  /** Khalti's parameters of the return URL are unsigned. */
  returnUrl(payment: KhaltiPayment): string {
    const url = new URL(payment.returnUrl)
    const status = getKhaltiStatus(payment, this.#context.now())
    const amount = String(payment.taken ?? payment.amount)
    const transaction = payment.transactionId ?? ''
    const added = {
      pidx: payment.pidx,
      transaction_id: transaction,
      tidx: transaction,
      txnId: transaction,
      amount,
      total_amount: amount,
      mobile: '98XXXXX000',
      status: status === 'Completed' || status === 'User canceled' ? status : 'Pending',
      purchase_order_id: payment.orderId,
      purchase_order_name: payment.orderName,
    }
    for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
    return url.href
  }

  async #lookup(pidx: string): Promise<SandboxResponse> {
    const payment = await this.find(pidx)
    if (!payment) return { status: 400, body: NOT_FOUND }
    const now = this.#context.now()
    if (now < (payment.downUntil ?? 0))
      return payment.down === 'html'
        ? { status: 200, body: '<!doctype html><title>Khalti</title><p>We will be back soon.</p>' }
        : { status: 500, body: { detail: 'Internal server error.' } }
    const status = getKhaltiStatus(payment, now)
    return {
      status: BAD_STATUS.includes(status) ? 400 : 200,
      body: {
        pidx: payment.pidx,
        total_amount: payment.taken ?? payment.amount,
        status,
        transaction_id: status === 'Pending' ? null : payment.transactionId,
        fee: 0,
        refunded: status === 'Refunded' || status === 'Partially Refunded',
      },
    }
  }

  /** The older API's last step: the merchant verifies the token. */
  async #verify(token: string, amount: unknown): Promise<SandboxResponse> {
    const payment = await this.find(token)
    if (!payment || Number(amount) !== payment.amount) return { status: 400, body: { token: ['Invalid token.'] } }
    const now = this.#context.now()
    if (now < (payment.downUntil ?? 0)) return { status: 500, body: { detail: 'Internal server error.' } }
    const name = getKhaltiStatus(payment, now)
    return {
      status: 200,
      body: {
        idx: payment.transactionId ?? payment.pidx,
        type: { idx: 'e476BL6jt9kgagEmsakyTL', name: 'Wallet payment' },
        state: {
          idx: 'DhvMj9hdRufLqkP8ZY4d8g',
          name,
          template: name === 'Completed' ? 'is complete' : 'is not complete',
        },
        amount: payment.taken ?? payment.amount,
        fee_amount: 0,
        refunded: false,
        created_on: formatKathmanduInstant(payment.openedAt),
      },
    }
  }

  async #refund(transactionId: string, sent: Readonly<Record<string, unknown>>): Promise<SandboxResponse> {
    const pidx = await this.#context.store.get(`khalti-transaction:${transactionId}`)
    const payment = pidx === undefined ? undefined : await this.find(pidx)
    if (!payment) return { status: 404, body: NOT_FOUND }
    if (getKhaltiStatus(payment, this.#context.now()) !== 'Completed')
      return { status: 400, body: { detail: 'Transaction cannot be refunded.' } }
    const { completesAt: _, ...complete } = payment
    const whole = sent.amount === undefined || Number(sent.amount) === payment.amount
    await this.#save({ ...complete, status: whole ? 'Refunded' : 'Partially Refunded' })
    return { status: 200, body: { detail: 'Transaction refund successful.' } }
  }

  #findProblems(sent: Readonly<Record<string, unknown>>): Record<string, string[]> {
    const needed = ['return_url', 'website_url', 'amount', 'purchase_order_id', 'purchase_order_name']
    const problems: Record<string, string[]> = {}
    for (const name of needed) if (!sent[name]) problems[name] = ['This field is required.']
    if (sent.amount && !Number.isSafeInteger(sent.amount)) problems.amount = ['A valid integer is required.']
    else if (Number(sent.amount) < MIN_AMOUNT)
      problems.amount = ['Amount should be greater than Rs. 10, that is 1000 paisa.']
    // Khalti returns to any address; here that would be an open redirect.
    if (sent.return_url && !isOnSite(this.#context.siteUrl, String(sent.return_url)))
      problems.return_url = ['return_url must be on this site.']
    return problems
  }

  #save(payment: KhaltiPayment): Promise<void> {
    return this.#context.store.set(`khalti:${payment.pidx}`, JSON.stringify(payment))
  }
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = await request.json()
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** ISO 8601 with Nepal's offset, like Khalti. */
const formatKathmanduInstant = (instant: number): string =>
  new Date(instant + (5 * 60 + 45) * 60_000).toISOString().replace(/\.\d+Z$/, '+05:45')
