import type { placeBooking } from '#contract/bookings.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import type { startPayment } from '#contract/payments.ts'
import { addDays, formatDate, type IsoDate, kathmanduDate, kathmanduInstant, kathmanduTime } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import type { App } from '../../app.ts'
import { createBooking } from '../../bookings/placement.ts'
import { createWalkInBooking } from '../../desk/walk-ins.ts'
import { sendDueEmails } from '../../mail/outbox.ts'
import { findPayment, startAttempt, verifyAttempt } from '../../payments/attempts.ts'
import { decide } from '../../payments/decisions.ts'
import { expireBookings } from '../../payments/expiry.ts'
import type { EsewaChoice } from '../../payments/gateways/sandbox/esewa-outcome.ts'
import { recordReading, saveReceipt } from '../../payments/receipts.ts'
import type { Staff } from '../../staff/sessions.ts'
import { drawReceipt } from './receipt-image.ts'
import { PAYMENT_SCENARIOS, PEOPLE } from './samples.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** From one booking to the next, where a day has many. */
const BOOKING_INTERVAL_MS = 3 * MINUTE_MS

export interface SampleChoices {
  locationId?: LocationId
  planId?: PlanId
  billing?: Billing
  /** Days from today. */
  starts: number
}
type PlacedBooking = Pick<Output<typeof placeBooking>, 'bookingId' | 'secret'>
type StartedAttempt = Output<typeof startPayment>

/** What visitors and staff of a sample business do, each through the product's own service, while a clock is put forward. */
export class Business {
  readonly app: App
  readonly staff: Staff
  /** The moment at which all of it has happened, and its day. */
  readonly end: number
  readonly today: IsoDate
  readonly #setClock: (instant: number) => void
  #bookings = 0

  constructor(app: App, setClock: (instant: number) => void, end: number, staff: Staff) {
    this.app = app
    this.staff = staff
    this.end = end
    this.today = kathmanduDate(end)
    this.#setClock = setClock
  }

  /** Puts the clock forward, and does what the server does by itself meanwhile. */
  async at(day: number, hour: number): Promise<void> {
    this.advanceTo(kathmanduInstant(addDays(this.today, day)) + hour * HOUR_MS)
    await expireBookings(this.app)
    await sendDueEmails(this.app)
  }

  advanceTo(instant: number): void {
    this.#setClock(Math.max(this.app.now(), Math.min(instant, this.end)))
  }

  #choices({ locationId, planId = 'explorer', billing = 'monthly', starts }: SampleChoices) {
    const number = this.#bookings++
    this.advanceTo(this.app.now() + BOOKING_INTERVAL_MS)
    const [firstName = '', lastName = ''] = (PEOPLE[number % PEOPLE.length] ?? '').split(' ')
    return {
      locationId:
        locationId ??
        ((number + Math.floor(number / PAYMENT_SCENARIOS.length)) % 2 === 0 ? 'kausimaa' : 'dhobighat-hub'),
      planId,
      billing,
      startDate: addDays(this.today, starts),
      addOns: number % 9 === 0 ? ['virtual-office'] : [],
      meetingRoomHours: number % 4 === 3 ? 2 : 0,
      guestPasses: 0,
      contactInfo: {
        firstName,
        lastName,
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        phone: `98412345${String(number % PEOPLE.length).padStart(2, '0')}`,
      },
    }
  }

  async book(wish: SampleChoices): Promise<PlacedBooking> {
    return unwrap(await createBooking(this.app, this.#choices(wish), crypto.randomUUID()))
  }

  /** Somebody who stands at the desk: without an address they pay at once, with one they may pay later. */
  async walkIn(wish: SampleChoices, paid: 'cash' | 'later'): Promise<string> {
    const order = { ...this.#choices(wish), paid }
    const ask = (totalAmount: number) =>
      createWalkInBooking(this.app, this.staff, { ...order, totalAmount }, crypto.randomUUID())
    // Who asks for nothing is told the price.
    const told = await ask(0)
    return unwrap(told.ok ? told : await ask(told.failure.totalAmount ?? 0)).bookingId
  }

  async paid(wish: SampleChoices): Promise<PlacedBooking & { tried: StartedAttempt }> {
    const booked = await this.book(wish)
    return { ...booked, tried: await this.esewa(booked, 'pay') }
  }

  async attempt({ bookingId, secret }: PlacedBooking, method: string): Promise<StartedAttempt> {
    return unwrap(await startAttempt(this.app, bookingId, secret, method))
  }

  async esewa(booked: PlacedBooking, choice: EsewaChoice): Promise<StartedAttempt> {
    const tried = await this.attempt(booked, 'esewa')
    await this.finish(tried, choice)
    return tried
  }

  /** The payer decides on the stand-in's page and comes back. */
  async finish({ paymentId, next }: StartedAttempt, choice: EsewaChoice): Promise<void> {
    const { sandbox, env } = this.app
    const desk = env.esewaApi === 'v1' ? sandbox?.esewaV1 : sandbox?.esewa
    if (next.kind !== 'form') throw new Error(`eSewa begins with ${next.kind}`)
    await desk?.open(next.fields)
    const wayBack = await sandbox?.esewa.decide(paymentId, choice)
    await verifyAttempt(this.app, paymentId, wayBack ? Object.fromEntries(new URL(wayBack).searchParams) : {})
  }

  /** The payer sends what their bank shows: right, `short` of money, badly read, or a `file` that was sent before. */
  async receipt(
    booked: PlacedBooking,
    { file, short = paisa(0), confidence = 0.94 }: { file?: Buffer; short?: Paisa; confidence?: number } = {},
  ): Promise<{ tried: StartedAttempt; file: Buffer }> {
    const app = this.app
    const tried = await this.attempt(booked, 'qr_payment')
    const amount = paisa(tried.amount - short)
    const transactionId = toTransactionId(booked)
    const recipientName = tried.next.kind === 'qr' ? tried.next.accountName : ''
    const sent = file ?? (await this.#draw(amount, transactionId, recipientName))
    const payment = await findPayment(app.db.read, tried.paymentId)
    if (!payment) throw new Error(`no payment ${tried.paymentId}`)
    const { receiptId } = unwrap(await saveReceipt(app, payment, sent))
    const reading = {
      amount,
      transactionId,
      transactedAt: app.now(),
      bankName: 'Sample bank',
      recipientName,
      confidence,
    }
    unwrap(await recordReading(app, payment, { receiptId, reading }))
    return { tried, file: sent }
  }

  #draw(amount: Paisa, transactionId: string, payee: string): Promise<Buffer> {
    const now = this.app.now()
    return drawReceipt(npr(amount), [
      ['Transaction', transactionId],
      ['Date', formatDate(kathmanduDate(now))],
      ['Time', kathmanduTime(now)],
      ['Paid to', payee],
      ['Amount', npr(amount)],
    ])
  }

  async approve({ paymentId, amount }: StartedAttempt): Promise<void> {
    const transactionId = `FT${paymentId.slice(0, 8)}`
    unwrap(await decide(this.app, this.staff, paymentId, { decision: 'confirm', amount, transactionId }))
  }

  async version({ bookingId }: PlacedBooking): Promise<number> {
    const row = await this.app.db.read
      .selectFrom('bookings')
      .select('version')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    return row.version
  }
}

const toTransactionId = ({ bookingId }: PlacedBooking): string => `SB${bookingId.replaceAll('-', '').slice(-10)}`

/** Nothing stands against a sample. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`a sample was refused: ${JSON.stringify(outcome.failure)}`)
}
