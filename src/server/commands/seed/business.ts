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
const BOOKING_INTERVAL_MS = 3 * MINUTE_MS

export interface SampleChoices {
  locationId?: LocationId
  planId?: PlanId
  billing?: Billing
  /** Days from today. */
  starts: number
  seats?: number
}
type PlacedBooking = Pick<Output<typeof placeBooking>, 'bookingId' | 'secret'>
type StartedAttempt = Output<typeof startPayment>

/** Performs actions of visitors and staff through the services while a clock advances. */
export class Business {
  readonly app: App
  readonly staff: Staff
  /** The instant at which the sample data ends. */
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

  /** Advances the clock and runs the jobs that are due. */
  async at(day: number, hour: number): Promise<void> {
    this.advanceTo(kathmanduInstant(addDays(this.today, day)) + hour * HOUR_MS)
    await expireBookings(this.app)
    await sendDueEmails(this.app)
  }

  advanceTo(instant: number): void {
    this.#setClock(Math.max(this.app.now(), Math.min(instant, this.end)))
  }

  #choices({ locationId, planId = 'explorer', billing = 'monthly', starts, seats = 1 }: SampleChoices) {
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
      seats,
      addOns: number % 9 === 0 ? ['virtual-office'] : [],
      // Late in the day, no hours are left for a day pass.
      meetingRoomHours: planId !== 'explorer' && number % 4 === 3 ? 2 : 0,
      guestPasses: 0,
      contactInfo: {
        firstName,
        lastName,
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        phone: `98412345${String(number % PEOPLE.length).padStart(2, '0')}`,
      },
    }
  }

  async book(choices: SampleChoices): Promise<PlacedBooking> {
    return unwrap(await createBooking(this.app, this.#choices(choices), crypto.randomUUID()))
  }

  /** Pays cash, or later by email. */
  async walkIn(choices: SampleChoices, paid: 'cash' | 'later'): Promise<string> {
    const order = { ...this.#choices(choices), paid }
    const place = (totalAmount: number) =>
      createWalkInBooking(this.app, this.staff, { ...order, totalAmount }, crypto.randomUUID())
    // The first call fails with the price.
    const quoted = await place(0)
    return unwrap(quoted.ok ? quoted : await place(quoted.failure.totalAmount ?? 0)).bookingId
  }

  async paid(choices: SampleChoices): Promise<PlacedBooking & { attempt: StartedAttempt }> {
    const booked = await this.book(choices)
    return { ...booked, attempt: await this.esewa(booked, 'pay') }
  }

  async attempt({ bookingId, secret }: PlacedBooking, method: string): Promise<StartedAttempt> {
    return unwrap(await startAttempt(this.app, bookingId, secret, method))
  }

  async esewa(booked: PlacedBooking, choice: EsewaChoice): Promise<StartedAttempt> {
    const attempt = await this.attempt(booked, 'esewa')
    await this.finish(attempt, choice)
    return attempt
  }

  /** Decides on the sandbox page and returns. */
  async finish({ paymentId, next }: StartedAttempt, choice: EsewaChoice): Promise<void> {
    const { sandbox, env } = this.app
    const esewa = env.esewaApi === 'v1' ? sandbox?.esewaV1 : sandbox?.esewa
    if (next.kind !== 'form') throw new Error(`eSewa starts with ${next.kind}`)
    await esewa?.open(next.fields)
    const returnUrl = await sandbox?.esewa.decide(paymentId, choice)
    await verifyAttempt(this.app, paymentId, returnUrl ? Object.fromEntries(new URL(returnUrl).searchParams) : {})
  }

  /** Sends a receipt: correct, `short` of the amount, hard to read, or a repeated `file`. */
  async receipt(
    booked: PlacedBooking,
    { file, short = paisa(0), confidence = 0.94 }: { file?: Buffer; short?: Paisa; confidence?: number } = {},
  ): Promise<{ attempt: StartedAttempt; file: Buffer }> {
    const app = this.app
    const attempt = await this.attempt(booked, 'qr_payment')
    const amount = paisa(attempt.amount - short)
    const transactionId = toTransactionId(booked)
    const recipientName = attempt.next.kind === 'qr' ? attempt.next.accountName : ''
    const image = file ?? (await this.#draw(amount, transactionId, recipientName))
    const payment = await findPayment(app.db.read, attempt.paymentId)
    if (!payment) throw new Error(`no payment ${attempt.paymentId}`)
    const { receiptId } = unwrap(await saveReceipt(app, payment, image))
    const reading = {
      amount,
      transactionId,
      transactedAt: app.now(),
      bankName: 'Sample bank',
      recipientName,
      confidence,
    }
    unwrap(await recordReading(app, payment, { receiptId, reading }))
    return { attempt, file: image }
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

  async version({ bookingId }: { bookingId: string }): Promise<number> {
    const row = await this.app.db.read
      .selectFrom('bookings')
      .select('version')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    return row.version
  }
}

const toTransactionId = ({ bookingId }: PlacedBooking): string => `SB${bookingId.replaceAll('-', '').slice(-10)}`

export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`a sample was rejected: ${JSON.stringify(outcome.failure)}`)
}
