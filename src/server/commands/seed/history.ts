import type { Insertable } from 'kysely'
import { bookingReference, holdsSeats, toSearchText } from '#domain/booking.ts'
import {
  addDays,
  DAY_MS,
  daysBetween,
  type IsoDate,
  kathmanduDate,
  kathmanduInstant,
  weekday,
} from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { LocationId } from '#domain/location.ts'
import { createsMembership, currentMembershipState, membershipEnd } from '#domain/membership.ts'
import { type Paisa, paisa, rupees, ZERO } from '#domain/money.ts'
import { type AttemptState, methodFee, QUERYABLE_METHODS, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { periodFor } from '#domain/plan.ts'
import { quote } from '#domain/quote.ts'
import { buildSearchText } from '../../bookings/booking.ts'
import type { SeatDays } from '../../bookings/seats.ts'
import { findName } from '../../catalogue.ts'
import { instant } from '../../db/instant.ts'
import type { Booking, Membership, Payment, Refund, Tables } from '../../db/schema.ts'
import { SeatPlan } from './seat-plan.ts'
import { SeededRandom } from './seeded-random.ts'

const YEARS = 3
const DAYS = YEARS * 365
const MINUTE_MS = 60_000
/** The loft accepted bookings until it was reserved; the longest of them has ended. */
const LOFT_CLOSED_DAYS = 430
const MEMBERS_SHARE = 0.1

/** A booking with its other rows, by table and in the order of the references. */
interface SampleRows {
  bookings: Insertable<Booking>[]
  seat_claims: Insertable<Tables['seat_claims']>[]
  payments: Insertable<Payment>[]
  refunds: Insertable<Refund>[]
  memberships: Insertable<Membership>[]
}
export const SAMPLE_TABLES = ['bookings', 'seat_claims', 'payments', 'refunds', 'memberships'] as const

interface BookingOutcome {
  state: Booking['state']
  /** `left_to_staff` is pending; undefined without a payment. */
  paid: Exclude<AttemptState, 'created' | 'mismatch'> | 'left_to_staff' | undefined
}

const toClaimRow = (id: string, { locationId, from, to, seats }: SeatDays): Insertable<Tables['seat_claims']> => ({
  kind: 'booking',
  subject_id: id,
  location_id: locationId,
  first_day: from,
  last_day: to,
  seats,
})

/** Three years of bookings, oldest first. The same seed, catalogue and time return the same history. */
export class History {
  readonly seats: SeatPlan
  readonly #catalogue: Catalogue
  readonly #count: number
  readonly #now: number
  readonly #staffId: string
  readonly #random: SeededRandom
  #members = 0

  constructor(options: { catalogue: Catalogue; count: number; seed: number; now: number; staffId: string }) {
    this.#catalogue = options.catalogue
    this.#count = options.count
    this.#now = options.now
    this.#staffId = options.staffId
    this.#random = new SeededRandom(options.seed)
    const today = kathmanduDate(options.now)
    this.seats = new SeatPlan(options.catalogue.locations, addDays(today, -DAYS), addDays(today, 400))
  }

  /** Called with each number from 0 in turn. */
  buildRows(number: number): SampleRows {
    const placedAt = this.#placedAt(number)
    const placedOn = kathmanduDate(placedAt)
    const planId = this.#weighted({ explorer: 50, professional: 32, enterprise: 18 })
    const billing = this.#weighted({ weekly: 74, monthly: 25, annual: 1 })
    const startDate = addDays(placedOn, Math.floor(this.#random.next() ** 2 * 31))
    const locationId = this.#pickLocation(startDate)
    const { lines, total, coverage } =
      quote(
        {
          locationId,
          planId,
          billing,
          seats: 1,
          startDate,
          addOns: this.#random.integerBelow(12) === 0 ? ['virtual-office'] : [],
          meetingRoomHours: this.#random.integerBelow(6) === 0 ? 1 + this.#random.integerBelow(4) : 0,
          guestPasses: 0,
        },
        this.#catalogue,
      ) ?? {}
    if (!lines || total === undefined || !coverage) throw new Error(`${planId} at ${locationId} has no price`)
    const claim = { locationId, from: coverage.from, to: coverage.to, seats: 1 }
    const outcome = this.#outcome(placedAt, claim, createsMembership(planId))
    const person = { ...this.#person(), company: '', pan: '' }
    const dayPass = !createsMembership(planId)
    const id = bookingReference(
      placedAt,
      Array.from({ length: 4 }, () => this.#random.integerBelow(32)),
    )
    const booking: Insertable<Booking> = {
      id,
      idempotency_key: this.#uuid(),
      body_hash: this.#uuid(),
      state: outcome.state,
      location_id: locationId,
      location_name: findName(this.#catalogue.locations, locationId),
      plan_id: planId,
      plan_name: findName(this.#catalogue.plans, planId),
      period: periodFor(planId, billing),
      start_date: coverage.from,
      end_date: coverage.to,
      periods: coverage.count,
      start_time: dayPass ? null : ('10:00' as Booking['start_time']),
      end_time: dayPass ? null : ('17:00' as Booking['end_time']),
      seats: 1,
      lines: JSON.stringify(lines),
      total_amount: total,
      currency: 'NPR',
      notes: '',
      ...person,
      search: buildSearchText({ ...person, id }),
      expires_at: this.#expiresAt(outcome, placedAt),
      extensions: 0,
      transfer_unpaid: 0,
      version: 1,
      secret_version: 0,
      first_start_date: coverage.from,
      customer_moves: 0,
      cancelled_by_customer: 0,
      placed_on: placedOn,
      net_received: ZERO,
      created_at: instant(placedAt),
      updated_at: instant(placedAt),
    }
    const payment = outcome.paid && this.#payment(booking, outcome.paid, placedAt)
    return {
      bookings: [booking],
      seat_claims: holdsSeats(booking.state) ? [toClaimRow(id, claim)] : [],
      payments: payment ? [payment] : [],
      refunds: payment && payment.refunded > 0 ? [this.#refund(payment, placedAt)] : [],
      memberships: this.#memberships(booking, outcome),
    }
  }

  /** Even over the years, between 6:00 and 22:00; the last few within this hour. */
  #placedAt(number: number): number {
    const fromEnd = this.#count - 1 - number
    if (fromEnd < MAX_OPEN_HOLDS) return this.#now - (fromEnd + 1) * 4 * MINUTE_MS
    const age = Math.floor((1 + fromEnd - MAX_OPEN_HOLDS) * (DAYS / (this.#count - MAX_OPEN_HOLDS)))
    const evenDay = addDays(kathmanduDate(this.#now), -Math.min(age, DAYS))
    // Moves half of Saturday's bookings to Friday.
    const day = weekday(evenDay) === 'saturday' && this.#random.integerBelow(2) === 0 ? addDays(evenDay, -1) : evenDay
    const at = kathmanduInstant(day) + 6 * 60 * MINUTE_MS + Math.floor(this.#random.next() * 16 * 60 * MINUTE_MS)
    return Math.min(at, this.#now - MAX_OPEN_HOLDS * 5 * MINUTE_MS - fromEnd)
  }

  #pickLocation(startDate: IsoDate): LocationId {
    const location = this.#weighted({ 'dhobighat-hub': 38, kausimaa: 40, 'jhamsikhel-loft': 22 })
    const stillOpen = daysBetween(startDate, kathmanduDate(this.#now)) > LOFT_CLOSED_DAYS
    return location === 'jhamsikhel-loft' && !stillOpen ? 'dhobighat-hub' : location
  }

  #outcome(placedAt: number, claim: Parameters<SeatPlan['claim']>[0], member: boolean): BookingOutcome {
    const age = this.#now - placedAt
    const roll = this.#random.next()
    if (age < 25 * MINUTE_MS) return { state: this.seats.claim(claim) ? 'held' : 'cancelled', paid: undefined }
    if (age < 2.5 * DAY_MS && roll < 0.06 && this.seats.claim(claim))
      return { state: 'pending_verification', paid: 'pending' }
    if (age < 20 * DAY_MS && roll > 0.998) return { state: 'needs_decision', paid: 'confirmed' }
    if (age < 9 * DAY_MS && roll > 0.996) return { state: 'expired', paid: 'left_to_staff' }
    if (roll < 0.6 && this.seats.claim(claim))
      return { state: 'confirmed', paid: this.#random.integerBelow(60) === 0 ? 'partly_refunded' : 'confirmed' }
    // Former members fill the share that confirmed ones leave open.
    const formerMembers = MEMBERS_SHARE * this.#count * (1 - age / (DAYS * DAY_MS))
    if (member && this.#members < formerMembers)
      return { state: 'cancelled', paid: this.#random.integerBelow(4) === 0 ? 'confirmed' : 'refunded' }
    if (this.#random.integerBelow(3) === 0)
      return { state: 'cancelled', paid: this.#random.pick([undefined, 'cancelled', 'failed']) }
    return { state: 'expired', paid: this.#random.pick([undefined, undefined, 'expired', 'failed']) }
  }

  #expiresAt({ state }: BookingOutcome, placedAt: number): Booking['expires_at'] {
    if (state === 'held') return instant(placedAt + 30 * MINUTE_MS)
    return state === 'pending_verification' ? instant(placedAt + 3 * DAY_MS) : null
  }

  #payment(
    booking: Insertable<Booking>,
    paid: NonNullable<BookingOutcome['paid']>,
    placedAt: number,
  ): Insertable<Payment> {
    const method = paid === 'pending' ? this.#random.pick(STAFF_CONFIRMED_METHODS) : this.#weighted(METHOD_WEIGHTS)
    const id = this.#uuid()
    const fee = methodFee(method, booking.total_amount)
    const amount = paisa(booking.total_amount + fee)
    const isPaid = paid === 'confirmed' || paid === 'refunded' || paid === 'partly_refunded'
    const at = instant(Math.min(placedAt + 5 * MINUTE_MS, this.#now))
    // Lookups of an unpaid attempt end after a day.
    const isLeftToStaff =
      paid === 'left_to_staff' || (!isPaid && QUERYABLE_METHODS.includes(method) && placedAt + DAY_MS <= this.#now)
    return {
      id,
      booking_id: booking.id,
      method,
      state: paid === 'left_to_staff' ? 'pending' : paid,
      amount,
      fee,
      purpose: 'booking',
      currency: 'NPR',
      provider_reference: isPaid ? `S${id.slice(0, 12).toUpperCase()}` : null,
      received: isPaid ? amount : null,
      // All rows have the same columns, because one statement inserts many.
      received_at: isPaid ? at : null,
      received_on: isPaid ? kathmanduDate(Date.parse(at)) : null,
      refunded: getRefundedAmount(paid, amount),
      // Bills are issued for payments that are confirmed, not for stored ones.
      billable: 0,
      left_to_staff_at: isLeftToStaff ? instant(Math.min(placedAt + DAY_MS, this.#now)) : null,
      created_at: at,
      updated_at: at,
    }
  }

  #refund(payment: Insertable<Payment>, placedAt: number): Insertable<Refund> {
    const at = instant(Math.min(placedAt + DAY_MS, this.#now))
    return {
      id: this.#uuid(),
      payment_id: payment.id,
      idempotency_key: this.#uuid(),
      body_hash: '',
      channel: 'manual',
      state: 'done',
      amount: payment.refunded,
      reason: 'Cancelled in time',
      staff_id: this.#staffId,
      refunded_at: at,
      refunded_on: kathmanduDate(Date.parse(at)),
      created_at: at,
      updated_at: at,
    }
  }

  #memberships(booking: Insertable<Booking>, { state, paid }: BookingOutcome): Insertable<Membership>[] {
    const isFormerMember = state === 'cancelled' && (paid === 'confirmed' || paid === 'refunded')
    if (!createsMembership(booking.plan_id) || !(state === 'confirmed' || isFormerMember)) return []
    this.#members++
    const end = membershipEnd(booking.start_date, booking.period, booking.periods)
    const { created_at, updated_at } = booking
    const name = `${booking.first_name} ${booking.last_name}`
    const membership = {
      id: this.#uuid(),
      booking_id: booking.id,
      customer_name: name,
      email: booking.email,
      phone: booking.phone,
      membership_type: booking.plan_id,
      status: isFormerMember ? 'cancelled' : currentMembershipState('active', end, kathmanduDate(this.#now)),
      start_date: booking.start_date,
      end_date: end,
      amount: booking.total_amount,
      billing_cycle: booking.period,
      location_id: booking.location_id,
      auto_renew: this.#random.integerBelow(3) === 0 ? 1 : 0,
      search: toSearchText(name, booking.email, booking.phone, booking.id),
      version: 1,
      created_at,
      updated_at,
    } as const
    return [membership]
  }

  #person(): Pick<Booking, 'first_name' | 'last_name' | 'email' | 'phone'> {
    const first_name = this.#random.pick(FIRST_NAMES)
    const last_name = this.#random.pick(LAST_NAMES)
    const number = this.#random.integerBelow(10_000)
    return {
      first_name,
      last_name,
      email: `${first_name}.${last_name}${number}@example.com`.toLowerCase(),
      phone: `+97798${String(41_000_000 + this.#random.integerBelow(1_000_000))}`,
    }
  }

  /** Choices with their weights. */
  #weighted<Choice extends string>(weights: Readonly<Record<Choice, number>>): Choice {
    const entries = Object.entries<number>(weights)
    let remaining = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of entries) {
      remaining -= weight
      if (remaining < 0) return choice as Choice
    }
    throw new Error('weights add up to nothing')
  }

  #uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.#random.integerBelow(16).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  }
}

/** A partial refund is a quarter, in whole rupees. */
function getRefundedAmount(paid: BookingOutcome['paid'], amount: Paisa): Paisa {
  if (paid === 'refunded') return amount
  return paid === 'partly_refunded' ? rupees(Math.floor(amount / 400)) : ZERO
}

const MAX_OPEN_HOLDS = 6
const METHOD_WEIGHTS = { esewa: 40, khalti: 25, qr_payment: 15, stripe: 10, bank_transfer: 10 }

const FIRST_NAMES =
  'Aarati Aayush Anisha Bikash Binita Deepa Dipesh Gita Ishan Kabita Kiran Laxmi Manish Meera Nabin Nisha Ojas Pema Prakash Prerana Rabin Rita Rohan Sabina Sanjay Sarita Sita Sonam Sunil Sushma Tenzin Usha'.split(
    ' ',
  )
const LAST_NAMES =
  'Adhikari Aryal Basnet Bhandari Chaudhary Dahal Dhakal Ghale Gurung Joshi Karki Khadka Lama Limbu Magar Maharjan Malla Pandey Poudel Pradhan Rai Regmi Sherpa Shrestha Subedi Tamang Thapa Tuladhar'.split(
    ' ',
  )
