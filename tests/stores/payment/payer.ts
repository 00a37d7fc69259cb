import { vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import type { PaymentNextStep } from '#contract/payments.ts'
import type { BookingState } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import {
  type AttemptState,
  isPaid,
  isSettled,
  methodFee,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '#domain/payment.ts'
import type { PageReturn } from '#stores/environment.ts'

/** 3 December 2026, 13:00 in Kathmandu, by the server's clock. */
export const NOW = Date.parse('2026-12-03T07:15:00Z')
export const BOOKING_ID = 'BK-1796282100000-7K2M'
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
type Answer = { status: number; body: unknown } | 'unreachable' | 'never'
export const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { error: { code, ...more } },
})

/** A server with one booking, as the real one behaves: attempts, their outcomes and the hold. */
export class Server {
  state: BookingState = 'held'
  expiresAt = NOW + 30 * MINUTE
  extensionsLeft = 3
  /** Whether a transfer needs a confirmed email, and whether the mailed link was opened. */
  needsEmail = false
  emailConfirmed = false
  readonly payments: Payment[] = []
  /** What can be paid with here. */
  readonly methods = new Set<PaymentMethod>(['esewa', 'bank_transfer'])
  placedByStaff = false
  /** Why a method is not available for the booking. */
  readonly reasons: Partial<Record<PaymentMethod, string>> = {}
  /** Refusals and silences by `METHOD /path`, in place of the usual answer. */
  readonly instead: Partial<Record<string, () => Answer>> = {}
  readonly asked: { call: string; body: Record<string, unknown> }[] = []
  now = NOW

  payment(id: string) {
    const found = this.payments.find((payment) => payment.id === id)
    if (!found) throw new Error(`no payment ${id}`)
    return found
  }

  /** A gateway's report arrives: the attempt ends, money confirms the booking, and differing money waits for staff. */
  settle(id: string, state: AttemptState, booking?: BookingState): void {
    const payment = this.payment(id)
    payment.state = state
    payment.transactionId = isPaid(state) ? '0007G36' : null
    if (booking) this.state = booking
    else if (isPaid(state)) this.state = 'confirmed'
    else if (state === 'mismatch' && this.state === 'held') this.state = 'pending_verification'
  }

  calls(pattern: RegExp) {
    return this.asked.filter(({ call }) => pattern.test(call))
  }

  answer(method: string, path: string, body: Record<string, unknown>, secret: string | null): Answer {
    const call = `${method} ${path}`
    this.asked.push({ call, body })
    const instead = this.instead[call.replace(/payments\/[^/]+\/(verify|receipt)/, 'payments/$1')]
    if (instead) return instead()
    if (call === 'GET /api/site') return { status: 200, body: SITE }
    const verified = /payments\/([^/]+)\/verify$/.exec(path)?.[1]
    if (verified) return this.#verify(verified)
    if (secret !== 'Bearer s3cret') return refusal(404, 'not_found')
    const receipted = /payments\/([^/]+)\/receipt$/.exec(path)?.[1]
    if (receipted) return this.#store(receipted)
    if (call === `GET /api/bookings/${BOOKING_ID}`) return { status: 200, body: this.#view() }
    if (call === `POST /api/bookings/${BOOKING_ID}/hold`) return this.#extend()
    if (call === `POST /api/bookings/${BOOKING_ID}/email-confirmation`)
      return { status: 200, body: { email: 'aarati@example.com', expiresAt: iso(this.expiresAt) } }
    return this.#start(body.method as PaymentMethod)
  }

  #start(method: PaymentMethod): Answer {
    if (!this.methods.has(method))
      return refusal(422, 'unsupported_method', { message: `Unsupported payment method: ${method}` })
    const known = this.payments.find((payment) => payment.method === method && STANDS.includes(method))
    if (this.state !== 'held' && !(method === 'bank_transfer' && known && this.state === 'pending_verification'))
      return refusal(409, 'not_payable')
    if (method === 'bank_transfer' && this.needsEmail && !this.emailConfirmed) return refusal(409, 'email_unconfirmed')
    const id = known?.id ?? `attempt-${this.payments.length + 1}-00000000`
    if (!known) this.payments.push({ id, method, state: 'pending', transactionId: null })
    if (method === 'bank_transfer') this.state = 'pending_verification'
    // A payer of a card is given more time than the hold has left.
    if (method === 'stripe') this.expiresAt += 60 * MINUTE
    const next = nextOf(method, id, this.now)
    return { status: 200, body: { paymentId: id, method, state: 'pending', amount: 1_140_000, fee: 0, next } }
  }

  #store(id: string): Answer {
    this.payment(id).receiptAt = iso(this.now)
    if (this.state === 'held') this.state = 'pending_verification'
    return { status: 201, body: { receiptId: 'r', bookingState: this.state } }
  }

  #verify(id: string): Answer {
    const payment = this.payments.find((known) => known.id === id)
    if (!payment) return refusal(404, 'not_found')
    const { method, state, transactionId, gatewayMessage } = payment
    return {
      status: 200,
      body: {
        success: isPaid(state),
        paymentId: id,
        method,
        amount: 1_140_000,
        state,
        bookingState: this.state,
        ...(transactionId && { transactionId }),
        ...(isSettled(state) && !isPaid(state) && { error: 'Payment verification failed' }),
        ...(gatewayMessage && { gatewayMessage }),
      },
    }
  }

  #extend(): Answer {
    if (this.extensionsLeft === 0 || this.expiresAt <= this.now) return refusal(409, 'no_more_extensions')
    this.extensionsLeft -= 1
    this.expiresAt += 30 * MINUTE
    return { status: 200, body: { expiresAt: iso(this.expiresAt), extensionsLeft: this.extensionsLeft } }
  }

  #view(): { body: BookingView }['body'] {
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
      totalAmount: 1_140_000,
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
        amount: 1_140_000 + methodFee(method, paisa(1_140_000)),
        fee: methodFee(method, paisa(1_140_000)),
        transactionId,
        createdAt: iso(NOW),
        receiptAt,
        ...(refundDue !== undefined && { refundDue }),
      })),
      methods: PAYMENT_METHODS.map((id) => {
        const reason = this.reasons[id]
        return reason === undefined ? { id, available: true } : { id, available: false, reason }
      }),
      ...(this.emailConfirmed && { emailConfirmed: true }),
      now: iso(this.now),
    }
  }
}

/** Asked for again, these are the same payment. */
const STANDS: readonly PaymentMethod[] = ['bank_transfer', 'qr_payment']

function nextOf(method: PaymentMethod, id: string, now: number): PaymentNextStep {
  switch (method) {
    case 'bank_transfer':
      return TRANSFER
    case 'stripe':
      return { kind: 'card', clientSecret: `secret-of-${id}`, returnUrl: `http://localhost/payment?payment=${id}` }
    case 'qr_payment': {
      const { accountName, bankName, reference } = TRANSFER
      return { kind: 'qr', code: '000201', accountName, bankName, reference, expiresAt: iso(now + 5 * MINUTE) }
    }
    case 'esewa':
    case 'khalti':
      return { kind: 'form', action: 'https://gateway.example/form', fields: { transaction_uuid: id } }
  }
}

const LINES: BookingView['lines'] = [
  { kind: 'plan', id: 'professional', label: 'Professional', quantity: 1, unitAmount: 950_000, amount: 950_000 },
  {
    kind: 'add_on',
    id: 'meeting-room-hours',
    label: 'Meeting-room hours',
    quantity: 2,
    unitAmount: 80_000,
    amount: 160_000,
  },
  { kind: 'add_on', id: 'guest-passes', label: 'Guest passes', quantity: 1, unitAmount: 30_000, amount: 30_000 },
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

/** A browser that remembers a booking, with an address bar, a clock of its own and timers that run when told. */
export class Payer {
  readonly server = new Server()
  /** The visitor lets pages keep nothing. */
  blocked = false
  readonly storage = new Map([['payment-store', JSON.stringify({ bookingId: BOOKING_ID, secret: 's3cret' })]])
  readonly #tab = new Map<string, string>()
  readonly posted: { action: string; fields: Readonly<Record<string, string>> }[] = []
  address = new URL('http://localhost/payment')
  /** How far the visitor's clock is off. */
  skew = 0
  /** What the page's entry in the history remembers. */
  #remembered: unknown = null
  #timers: { run: () => void; at: number }[] = []
  #onReturn: ((from: PageReturn) => void)[] = []

  /** Loads the page: nothing is left of earlier modules but storage and address. */
  async open(path = this.address.pathname + this.address.search) {
    vi.resetModules()
    this.address = new URL(path, 'http://localhost')
    this.#timers = []
    this.#onReturn = []
    const { replaceEnvironment } = await import('#stores/environment.ts')
    replaceEnvironment({
      request: (input, init) => this.#request(String(input), init),
      now: () => this.server.now + this.skew,
      later: (run, milliseconds) => {
        const timer = { run, at: this.server.now + milliseconds }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer)
        }
      },
      storage: () => this.#open(this.storage),
      tabStorage: () => this.#open(this.#tab),
      remembered: () => this.#remembered,
      remember: (value) => {
        this.#remembered = structuredClone(value)
      },
      address: () => new URL(this.address),
      showAddress: (address) => {
        this.address = new URL(address)
      },
      onReturn: (run) => {
        this.#onReturn.push(run)
        return () => {}
      },
      postForm: (action, fields) => this.posted.push({ action, fields }),
      cardProvider: () => Promise.reject(new Error('no provider is asked here')),
    })
    const stores = {
      ...(await import('#stores/payment/screen.ts')),
      ...(await import('#stores/payment/booking.ts')),
      ...(await import('#stores/payment/summary.ts')),
      ...(await import('#stores/payment/poll-payment.ts')),
      ...(await import('#stores/payment/open-payment-screen.ts')),
      ...(await import('#stores/payment/refresh.ts')),
      ...(await import('#stores/payment/upload.ts')),
      ...(await import('#stores/payment/start-payment.ts')),
      ...(await import('#stores/payment/receipt-upload.ts')),
      ...(await import('#stores/payment/countdown.ts')),
      ...(await import('#stores/payment/hold.ts')),
      ...(await import('#stores/payment/email-confirmation.ts')),
    }
    const close = stores.openPaymentScreen()
    await settled()
    return { ...stores, close, state: () => stores.$screen.get() }
  }

  /** Time passes; what was to be done later is done in order. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.server.now + milliseconds
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.server.now = due.at
      due.run()
      await settled()
    }
    this.server.now = until
  }

  /** From another tab, or by the back button out of the browser's cache. */
  async comeBack(from: PageReturn = 'elsewhere'): Promise<void> {
    for (const run of this.#onReturn) run(from)
    await settled()
  }

  /** Another tab of this browser remembers something else. */
  async remember(value: unknown): Promise<void> {
    const text = JSON.stringify(value)
    this.storage.set('payment-store', text)
    window.dispatchEvent(new StorageEvent('storage', { key: 'payment-store', newValue: text }))
    await settled()
  }

  #open(kept: Map<string, string>): Storage {
    if (this.blocked) throw new DOMException('denied', 'SecurityError')
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    } as Storage
  }

  async #request(address: string, init: RequestInit | undefined): Promise<Response> {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const secret = new Headers(init?.headers).get('authorization')
    const answer = this.server.answer(init?.method ?? 'GET', address, body, secret)
    if (answer === 'never') return new Promise(() => {})
    if (answer === 'unreachable') throw new TypeError('no network')
    return Response.json(answer.body, { status: answer.status })
  }
}

/** Everything that was asked has been answered. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}
