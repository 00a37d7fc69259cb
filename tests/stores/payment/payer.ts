import { vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { BookingState } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import {
  type AttemptState,
  isOpenAttempt,
  isPaid,
  methodFee,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '#domain/payment.ts'
import type { PageReturn } from '#stores/environment.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import type { Environment } from '../../support/environment.ts'

/** 3 December 2026, 13:00 in Kathmandu, by the server's clock. */
export const NOW = Date.parse('2026-12-03T07:15:00Z')
export const BOOKING_ID = 'BK-1796282100000-7K2M'
/** The first payment that a payer starts. */
export const ID = 'attempt-1-00000000'
export const MINUTE = 60_000
const iso = (instant: number) => new Date(instant).toISOString()

interface Payment {
  id: string
  method: PaymentMethod
  state: AttemptState
  transactionId: string | null
  receiptAt?: string
  gatewayMessage?: string
  refundDue?: number
}
type FakeResponse = { status: number; body: unknown } | 'unreachable' | 'never'
const ok = (body: unknown): FakeResponse => ({ status: 200, body })
export const errorResponse = (status: number, code: string, more: object = {}): FakeResponse => ({
  status,
  body: { error: { code, ...more } },
})

/** The data of a return URL of eSewa. */
export const encodeData = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64')

/** A server with one booking, its attempts and its hold. */
export class Server {
  state: BookingState = 'held'
  expiresAt = NOW + 30 * MINUTE
  extensionsLeft = 3
  /** Whether a transfer needs a confirmed email, and whether the emailed link was opened. */
  needsEmail = false
  emailConfirmed = false
  readonly payments: Payment[] = []
  /** Supported methods. */
  readonly methods = new Set<PaymentMethod>(['esewa', 'bank_transfer'])
  placedByStaff = false
  unpayable: string | undefined = undefined
  seats = 1
  closedDays: NonNullable<BookingView['closedDays']> = []
  change: BookingView['change'] = null
  /** Why a method is not available for the booking. */
  readonly reasons: Partial<Record<PaymentMethod, string>> = {}
  /** Responses and failures by `METHOD /path` that replace the default ones. */
  readonly overrides: Partial<Record<string, () => FakeResponse>> = {}
  readonly requests: { call: string; body: Record<string, unknown> }[] = []
  now = NOW

  /** Replaces the state or the end of the hold. */
  set(changes: Partial<Pick<Server, 'state' | 'expiresAt'>>): void {
    Object.assign(this, changes)
  }

  /** Adds a payment that was started elsewhere, by default one with eSewa that is pending. */
  addPayment(payment: Partial<Payment> = {}): this {
    this.payments.push({ id: ID, method: 'esewa', state: 'pending', transactionId: null, ...payment })
    return this
  }

  payment(id = ID) {
    const found = this.payments.find((payment) => payment.id === id)
    if (!found) throw new Error(`no payment ${id}`)
    return found
  }

  /** Settles an attempt: a payment confirms the booking, and a different amount waits for staff. */
  settle(state: AttemptState, booking?: BookingState, id = ID): void {
    const payment = this.payment(id)
    payment.state = state
    payment.transactionId = isPaid(state) ? '0007G36' : null
    if (booking) this.state = booking
    else if (isPaid(state)) this.state = 'confirmed'
    else if (state === 'mismatch' && this.state === 'held') this.state = 'pending_verification'
  }

  requestsTo(pattern: RegExp) {
    return this.requests.filter(({ call }) => pattern.test(call))
  }

  respond(method: string, path: string, body: Record<string, unknown>, secret: string | null): FakeResponse {
    const call = `${method} ${path}`
    this.requests.push({ call, body })
    const override = this.overrides[call.replace(/payments\/[^/]+\/(verify|receipt)/, 'payments/$1')]
    if (override) return override()
    if (call === 'GET /api/site') return ok(SITE)
    const verifiedId = /payments\/([^/]+)\/verify$/.exec(path)?.[1]
    if (verifiedId) return this.#verify(verifiedId)
    if (secret !== 'Bearer s3cret') return errorResponse(404, 'not_found')
    const uploadedId = /payments\/([^/]+)\/receipt$/.exec(path)?.[1]
    if (uploadedId) return this.#store(uploadedId)
    if (call === `GET /api/bookings/${BOOKING_ID}`) return ok(this.#view())
    if (call === `GET /api/bookings/${BOOKING_ID}/bills`) return ok({ items: [], waiting: false })
    if (call === `POST /api/bookings/${BOOKING_ID}/hold`) return this.#extend()
    if (call === `POST /api/bookings/${BOOKING_ID}/email-confirmation`)
      return ok({ email: 'aarati@example.com', expiresAt: iso(this.expiresAt) })
    return this.#start(body.method as PaymentMethod)
  }

  #start(method: PaymentMethod): FakeResponse {
    if (!this.methods.has(method))
      return errorResponse(422, 'unsupported_method', { message: `Unsupported payment method: ${method}` })
    const known = this.payments.find((payment) => payment.method === method && REUSED_METHODS.includes(method))
    if (this.state !== 'held' && !(method === 'bank_transfer' && known && this.state === 'pending_verification'))
      return errorResponse(409, 'not_payable')
    if (method === 'bank_transfer' && this.needsEmail && !this.emailConfirmed)
      return errorResponse(409, 'email_unconfirmed')
    const id = known?.id ?? `attempt-${this.payments.length + 1}-00000000`
    if (!known) this.addPayment({ id, method })
    if (method === 'bank_transfer') this.state = 'pending_verification'
    // Starting a card payment extends the hold.
    if (method === 'stripe') this.expiresAt += 60 * MINUTE
    const next = buildNextStep(method, id, this.now)
    return ok({ paymentId: id, method, state: 'pending', amount: 1_140_000, fee: 0, next })
  }

  #store(id: string): FakeResponse {
    this.payment(id).receiptAt = iso(this.now)
    if (this.state === 'held') this.state = 'pending_verification'
    return { status: 201, body: { receiptId: 'r', bookingState: this.state } }
  }

  #verify(id: string): FakeResponse {
    const payment = this.payments.find((known) => known.id === id)
    if (!payment) return errorResponse(404, 'not_found')
    const { method, state, transactionId, gatewayMessage } = payment
    return ok({
      ...{ success: isPaid(state), paymentId: id, method, amount: 1_140_000, state, bookingState: this.state },
      ...(transactionId && { transactionId }),
      ...(!isOpenAttempt(state) && !isPaid(state) && { error: 'Payment verification failed' }),
      ...(gatewayMessage && { gatewayMessage }),
    })
  }

  #extend(): FakeResponse {
    if (this.extensionsLeft === 0 || this.expiresAt <= this.now) return errorResponse(409, 'no_more_extensions')
    this.extensionsLeft -= 1
    this.expiresAt += 30 * MINUTE
    return ok({ expiresAt: iso(this.expiresAt), extensionsLeft: this.extensionsLeft })
  }

  #view(): BookingView {
    const open = this.state === 'held' || this.state === 'pending_verification'
    return {
      bookingId: BOOKING_ID,
      customerName: 'Aarati Shrestha',
      status: this.state,
      locationId: 'dhobighat-hub',
      locationName: 'Dhobighat Hub',
      planId: 'professional',
      planName: 'Professional',
      billing: 'monthly',
      startDate: '2026-12-10',
      endDate: '2027-01-09',
      startTime: '09:00',
      endTime: '17:00',
      totalAmount: paisa(1_140_000),
      currency: 'NPR',
      lines: LINES,
      createdAt: iso(NOW),
      placedByStaff: this.placedByStaff,
      expiresAt: open ? iso(this.expiresAt) : null,
      extensionsLeft: this.extensionsLeft,
      payments: this.payments.map(({ id, method, state, transactionId, receiptAt = null, refundDue }) => ({
        paymentId: id,
        method,
        state,
        amount: paisa(1_140_000 + methodFee(method, paisa(1_140_000))),
        fee: methodFee(method, paisa(1_140_000)),
        transactionId,
        createdAt: iso(NOW),
        receiptAt,
        ...(refundDue !== undefined && { refundDue: paisa(refundDue) }),
      })),
      methods: PAYMENT_METHODS.map((id) => {
        const reason = this.reasons[id]
        return reason === undefined ? { id, available: true } : { id, available: false, reason }
      }),
      ...(this.emailConfirmed && { emailConfirmed: true }),
      ...(this.needsEmail && !this.emailConfirmed && { needsEmailConfirmed: true }),
      seats: this.seats,
      contact: { firstName: 'Asha', lastName: 'Rai', email: 'asha@example.com', phone: '', company: '', pan: '' },
      notes: '',
      history: [],
      refundAccount: null,
      change: this.change,
      originalEndDate: null,
      renewal: null,
      linkUntil: null,
      actions: {
        cancel: null,
        move: null,
        renew: null,
        hours: null,
        changeDetails: false,
        resend: false,
        refundAccount: false,
      },
      now: iso(this.now),
      closedDays: this.closedDays,
      ...(this.unpayable !== undefined && { unpayable: this.unpayable }),
    }
  }
}

/** Starting one of these again returns the same payment. */
const REUSED_METHODS: readonly PaymentMethod[] = ['bank_transfer', 'qr_payment']

function buildNextStep(method: PaymentMethod, id: string, now: number): PaymentNextStep {
  if (method === 'bank_transfer') return TRANSFER
  if (method === 'stripe')
    return { kind: 'card', clientSecret: `secret-of-${id}`, returnUrl: `http://localhost/payment?payment=${id}` }
  if (method !== 'qr_payment')
    return { kind: 'form', action: 'https://gateway.example/form', fields: { transaction_uuid: id } }
  const { accountName, bankName, reference } = TRANSFER
  return { kind: 'qr', code: '000201', accountName, bankName, reference, expiresAt: iso(now + 5 * MINUTE) }
}

const line = (kind: 'plan' | 'add_on', id: string, label: string, quantity: number, unitAmount: number) => ({
  ...{ kind, id, label, quantity },
  unitAmount: paisa(unitAmount),
  amount: paisa(quantity * unitAmount),
})
const LINES: BookingView['lines'] = [
  line('plan', 'professional', 'Professional', 1, 950_000),
  line('add_on', 'meeting-room-hours', 'Meeting-room hours', 2, 80_000),
  line('add_on', 'guest-passes', 'Guest passes', 1, 30_000),
]
export const TRANSFER = {
  kind: 'transfer' as const,
  bankName: 'A Bank',
  accountName: 'A Payee',
  accountNumber: '0123',
  branch: 'Patan',
  reference: BOOKING_ID,
  expiresAt: iso(NOW + 72 * 60 * MINUTE),
}
const SITE = {
  payments: 'sandbox',
  cardKey: 'a_public_key',
  methods: [{ id: 'esewa', available: true }],
  holdMinutes: 30,
  debugPanel: false,
}

/** The storage, address bar and history entry of a browser on the payment page. */
export class PaymentBrowser {
  readonly local = new FakeStorage()
  readonly tab = new FakeStorage()
  readonly postedForms: { action: string; fields: Readonly<Record<string, string>> }[] = []
  address = new URL('http://localhost/payment')
  historyState: unknown = null

  /** Loads the page: only storage, address and history entry survive. */
  protected async load(path: string, environment: Partial<Environment>) {
    vi.resetModules()
    this.address = new URL(path, 'http://localhost')
    const { replaceEnvironment } = await import('../../support/environment.ts')
    replaceEnvironment({
      storage: this.local.storage,
      tabStorage: this.tab.storage,
      address: () => new URL(this.address),
      showAddress: (address) => {
        this.address = new URL(address)
      },
      readHistoryState: () => this.historyState,
      writeHistoryState: (value) => {
        this.historyState = structuredClone(value)
      },
      postForm: (action, fields) => this.postedForms.push({ action, fields }),
      cardProvider: () => Promise.reject(new Error('no card provider')),
      ...environment,
    })
    const stores = {
      ...(await import('#stores/payment/screen.ts')),
      ...(await import('#stores/payment/booking.ts')),
      ...(await import('#stores/current-booking.ts')),
      ...(await import('#stores/site.ts')),
      ...(await import('#stores/payment/summary.ts')),
      ...(await import('#stores/payment/poll-payment.ts')),
      ...(await import('#stores/payment/open-payment-screen.ts')),
      ...(await import('#stores/payment/refresh.ts')),
      ...(await import('#stores/payment/start-payment.ts')),
      ...(await import('#stores/payment/receipt-upload.ts')),
      ...(await import('#stores/payment/countdown.ts')),
      ...(await import('#stores/payment/hold.ts')),
      ...(await import('#stores/payment/email-confirmation.ts')),
      ...(await import('#stores/ledger/index.ts')),
    }
    const close = stores.openPaymentScreen()
    await waitForRequests()
    const state = () => stores.$screen.get()
    const payBy = async (method: PaymentMethod) => {
      stores.selectMethod(method)
      await stores.startPayment()
      return state()
    }
    /** Returns to the methods. */
    const retry = () => {
      stores.retryPayment()
      return waitForRequests()
    }
    return { ...stores, close, replaceEnvironment, state, payBy, retry }
  }
}

/** A browser with a stored booking, a clock and manual timers. */
export class Payer extends PaymentBrowser {
  readonly server = new Server()
  /** Offset of the visitor's clock in milliseconds. */
  skew = 0
  #timers: { run: () => void; at: number }[] = []
  #onReturn: ((from: PageReturn) => void)[] = []

  constructor(server: Partial<Server> = {}) {
    super()
    Object.assign(this.server, server)
    this.store()
  }

  /** Stores the booking and, where it is known, its payment. */
  store(more: { bookingId?: string; secret?: string; paymentId?: string } = {}): void {
    this.local.entries.set('payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret', ...more }))
  }

  open(path = this.address.pathname + this.address.search) {
    this.#timers = []
    this.#onReturn = []
    return this.load(path, {
      request: (input, init) => this.#request(String(input), init),
      now: () => this.server.now + this.skew,
      later: (run, milliseconds) => {
        const timer = { run, at: this.server.now + milliseconds }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer)
        }
      },
      onReturn: (run) => {
        this.#onReturn.push(run)
        return () => {}
      },
    })
  }

  /** Advances the clock and runs due timers in order. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.server.now + milliseconds
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.server.now = due.at
      due.run()
      await waitForRequests()
    }
    this.server.now = until
  }

  /** Makes the page visible again, from another tab or the back/forward cache. */
  async makeVisible(from: PageReturn = 'elsewhere'): Promise<void> {
    for (const run of this.#onReturn) run(from)
    await waitForRequests()
  }

  /** Stores another booking from another tab. */
  async storeInOtherTab(value: unknown): Promise<void> {
    const text = JSON.stringify(value)
    this.local.entries.set('payment-store', text)
    window.dispatchEvent(new StorageEvent('storage', { key: 'payment-store', newValue: text }))
    await waitForRequests()
  }

  async #request(address: string, init: RequestInit | undefined): Promise<Response> {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const secret = new Headers(init?.headers).get('authorization')
    const response = this.server.respond(init?.method ?? 'GET', address, body, secret)
    if (response === 'never') return new Promise(() => {})
    if (response === 'unreachable') throw new TypeError('no network')
    const { body: sent, status } = response
    return typeof sent === 'string' ? new Response(sent, { status }) : Response.json(sent, { status })
  }
}

/** Opens the payment screen, and starts a payment if a method is given. */
export async function openPayer({ method, ...server }: Partial<Server> & { method?: PaymentMethod } = {}) {
  const payer = new Payer(server)
  const page = await payer.open()
  if (method) await page.payBy(method)
  return { payer, page }
}

/** Waits until all requests have responded. */
export async function waitForRequests(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}
