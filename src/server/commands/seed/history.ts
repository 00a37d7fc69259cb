import { bookingReference, toSearchText } from '#domain/booking.ts'
import { addDays, daysBetween, type IsoDate, kathmanduDate, kathmanduInstant, weekday } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { LocationId } from '#domain/location.ts'
import { createsMembership, currentMembershipState, membershipEnd } from '#domain/membership.ts'
import { type Paisa, paisa, rupees, ZERO } from '#domain/money.ts'
import { methodFee, type PaymentMethod, QUERYABLE_METHODS, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { type Billing, type PlanId, periodFor, seatsForPlan } from '#domain/plan.ts'
import { quote } from '#domain/quote.ts'
import { buildSearchText } from '../../bookings/rows.ts'
import {
  type BookingTable,
  instant,
  type MembershipTable,
  type PaymentTable,
  type RefundTable,
} from '../../db/schema.ts'
import { SeatPlan } from './seat-plan.ts'
import { SeededRandom } from './seeded-random.ts'

export const YEARS = 3
const DAYS = YEARS * 365
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The loft took bookings until it was reserved; the longest of them has ended. */
const LOFT_CLOSED_DAYS = 430
/** Of ten bookings one makes a member. */
const MEMBERS_SHARE = 0.1

/** One booking with all that hangs on it. */
export interface SampleBooking {
  booking: BookingTable
  payments: PaymentTable[]
  refunds: RefundTable[]
  membership: MembershipTable | undefined
}

interface BookingFate {
  state: BookingTable['state']
  /** How its payment went; undefined where nobody began to pay. */
  paid:
    | 'confirmed'
    | 'refunded'
    | 'partly_refunded'
    | 'failed'
    | 'cancelled'
    | 'expired'
    | 'pending'
    | 'left'
    | undefined
}

/**
 * Three years of bookings, oldest first: most of them past, expired or cancelled, and never more in a house than it has
 * seats. The same seed, catalogue and moment give the same history. `staffId` decided the refunds.
 */
export class History {
  readonly seats: SeatPlan
  readonly #catalogue: Catalogue
  readonly #count: number
  readonly #now: number
  readonly #staffId: string
  readonly #chance: SeededRandom
  #members = 0

  constructor(options: { catalogue: Catalogue; count: number; seed: number; now: number; staffId: string }) {
    this.#catalogue = options.catalogue
    this.#count = options.count
    this.#now = options.now
    this.#staffId = options.staffId
    this.#chance = new SeededRandom(options.seed)
    const today = kathmanduDate(options.now)
    this.seats = new SeatPlan(options.catalogue.locations, addDays(today, -DAYS), addDays(today, 400))
  }

  *stories(): Generator<SampleBooking> {
    for (let number = 0; number < this.#count; number++) yield this.#story(number)
  }

  #story(number: number): SampleBooking {
    const placedAt = this.#placedAt(number)
    const placedOn = kathmanduDate(placedAt)
    const planId = this.#weighted<PlanId>([
      ['explorer', 50],
      ['professional', 32],
      ['enterprise', 18],
    ])
    const billing = this.#weighted<Billing>([
      ['weekly', 74],
      ['monthly', 25],
      ['annual', 1],
    ])
    const startDate = addDays(placedOn, Math.floor(this.#chance.next() ** 2 * 31))
    const locationId = this.#place(startDate)
    const { lines, total, coverage } =
      quote(
        {
          locationId,
          planId,
          billing,
          startDate,
          addOns: this.#chance.integerBelow(12) === 0 ? ['virtual-office'] : [],
          meetingRoomHours: this.#chance.integerBelow(6) === 0 ? 1 + this.#chance.integerBelow(4) : 0,
          guestPasses: 0,
        },
        this.#catalogue,
      ) ?? {}
    if (!lines || total === undefined || !coverage) throw new Error(`${planId} at ${locationId} has no price`)
    const claim = { locationId, from: coverage.from, to: coverage.to, seats: seatsForPlan(planId) }
    const fate = this.#fate(placedAt, claim, createsMembership(planId))
    const person = { ...this.#person(), company: '' }
    const dayPass = !createsMembership(planId)
    const id = bookingReference(
      placedAt,
      Array.from({ length: 4 }, () => this.#chance.integerBelow(32)),
    )
    const nameOf = (list: readonly { id: string; name: string }[], known: string) =>
      list.find((each) => each.id === known)?.name ?? known
    const booking: BookingTable = {
      id,
      idempotency_key: this.#uuid(),
      body_hash: this.#uuid(),
      state: fate.state,
      location_id: locationId,
      location_name: nameOf(this.#catalogue.locations, locationId),
      plan_id: planId,
      plan_name: nameOf(this.#catalogue.plans, planId),
      period: periodFor(planId, billing),
      start_date: coverage.from,
      end_date: coverage.to,
      periods: coverage.count,
      start_time: dayPass ? null : ('10:00' as BookingTable['start_time']),
      end_time: dayPass ? null : ('17:00' as BookingTable['end_time']),
      seats: seatsForPlan(planId),
      lines: JSON.stringify(lines),
      total_amount: total,
      currency: 'NPR',
      moved_price: null,
      free_until: null,
      notes: '',
      ...person,
      search: buildSearchText({ ...person, id }),
      placed_by: null,
      cancelled_by: null,
      expires_at: this.#expiry(fate, placedAt),
      extensions: 0,
      transfer_unpaid: 0,
      network: null,
      email_token: null,
      email_confirmed_at: null,
      version: 1,
      placed_on: placedOn,
      method: null,
      kept: ZERO,
      created_at: instant(placedAt),
      updated_at: instant(placedAt),
    }
    const payment = fate.paid && this.#payment(booking, fate.paid, placedAt)
    return {
      booking,
      payments: payment ? [payment] : [],
      refunds: payment && payment.refunded > 0 ? [this.#refund(payment, placedAt)] : [],
      membership: this.#membership(booking, fate),
    }
  }

  /** Evenly over the years, between six and ten o'clock. The last few are of this hour. */
  #placedAt(number: number): number {
    const fromEnd = this.#count - 1 - number
    if (fromEnd < MAX_OPEN_HOLDS) return this.#now - (fromEnd + 1) * 4 * MINUTE_MS
    const age = Math.floor((1 + fromEnd - MAX_OPEN_HOLDS) * (DAYS / (this.#count - MAX_OPEN_HOLDS)))
    const even = addDays(kathmanduDate(this.#now), -Math.min(age, DAYS))
    // Half of a Saturday's bookings were made the day before.
    const day = weekday(even) === 'saturday' && this.#chance.integerBelow(2) === 0 ? addDays(even, -1) : even
    const at = kathmanduInstant(day) + 6 * 60 * MINUTE_MS + Math.floor(this.#chance.next() * 16 * 60 * MINUTE_MS)
    return Math.min(at, this.#now - MAX_OPEN_HOLDS * 5 * MINUTE_MS - fromEnd)
  }

  #place(startDate: IsoDate): LocationId {
    const location = this.#weighted<LocationId>([
      ['dhobighat-hub', 38],
      ['kausimaa', 40],
      ['jhamsikhel-loft', 22],
    ])
    const stillOpen = daysBetween(startDate, kathmanduDate(this.#now)) > LOFT_CLOSED_DAYS
    return location === 'jhamsikhel-loft' && !stillOpen ? 'dhobighat-hub' : location
  }

  #fate(placedAt: number, claim: Parameters<SeatPlan['take']>[0], member: boolean): BookingFate {
    const age = this.#now - placedAt
    const wish = this.#chance.next()
    if (age < 25 * MINUTE_MS) return { state: this.seats.take(claim) ? 'held' : 'cancelled', paid: undefined }
    if (age < 2.5 * DAY_MS && wish < 0.06 && this.seats.take(claim))
      return { state: 'pending_verification', paid: 'pending' }
    if (age < 20 * DAY_MS && wish > 0.998) return { state: 'needs_decision', paid: 'confirmed' }
    if (age < 9 * DAY_MS && wish > 0.996) return { state: 'expired', paid: 'left' }
    if (wish < 0.6 && this.seats.take(claim))
      return { state: 'confirmed', paid: this.#chance.integerBelow(60) === 0 ? 'partly_refunded' : 'confirmed' }
    // Members who left again: as many as the confirmed ones lack.
    const wanted = MEMBERS_SHARE * this.#count * (1 - age / (DAYS * DAY_MS))
    if (member && this.#members < wanted)
      return { state: 'cancelled', paid: this.#chance.integerBelow(4) === 0 ? 'confirmed' : 'refunded' }
    if (this.#chance.integerBelow(3) === 0)
      return { state: 'cancelled', paid: this.#chance.pick([undefined, 'cancelled', 'failed']) }
    return { state: 'expired', paid: this.#chance.pick([undefined, undefined, 'expired', 'failed']) }
  }

  #expiry({ state }: BookingFate, placedAt: number): BookingTable['expires_at'] {
    if (state === 'held') return instant(placedAt + 30 * MINUTE_MS)
    return state === 'pending_verification' ? instant(placedAt + 3 * DAY_MS) : null
  }

  #payment(booking: BookingTable, paid: NonNullable<BookingFate['paid']>, placedAt: number): PaymentTable {
    const method = paid === 'pending' ? this.#chance.pick(STAFF_CONFIRMED_METHODS) : this.#method()
    const id = this.#uuid()
    const fee = methodFee(method, booking.total_amount)
    const amount = paisa(booking.total_amount + fee)
    const came = paid === 'confirmed' || paid === 'refunded' || paid === 'partly_refunded'
    const at = instant(Math.min(placedAt + 5 * MINUTE_MS, this.#now))
    // What its gateway never called paid was asked about for a day.
    const isLeft = paid === 'left' || (!came && QUERYABLE_METHODS.includes(method) && placedAt + DAY_MS <= this.#now)
    return {
      id,
      booking_id: booking.id,
      method,
      state: paid === 'left' ? 'pending' : paid,
      amount,
      fee,
      currency: 'NPR',
      gateway_id: null,
      provider_reference: came ? `S${id.slice(0, 12).toUpperCase()}` : null,
      reason: null,
      asked_at: null,
      received: came ? amount : null,
      refunded: getRefundedAmount(paid, amount),
      owed: null,
      owed_at: null,
      told_gone: null,
      difference_at: null,
      kept_since: null,
      left_to_staff_at: isLeft ? instant(Math.min(placedAt + DAY_MS, this.#now)) : null,
      reminded_at: null,
      created_at: at,
      updated_at: at,
    }
  }

  #refund(payment: PaymentTable, placedAt: number): RefundTable {
    const at = instant(Math.min(placedAt + DAY_MS, this.#now))
    return {
      id: this.#uuid(),
      payment_id: payment.id,
      idempotency_key: this.#uuid(),
      body_hash: '',
      way: 'manual',
      state: 'done',
      amount: payment.refunded,
      reason: 'Cancelled in time',
      reference: null,
      answer: null,
      staff_id: this.#staffId,
      asked_at: null,
      left_to_staff_at: null,
      created_at: at,
      updated_at: at,
    }
  }

  #membership(booking: BookingTable, { state, paid }: BookingFate): MembershipTable | undefined {
    const left = state === 'cancelled' && (paid === 'confirmed' || paid === 'refunded')
    if (!createsMembership(booking.plan_id) || !(state === 'confirmed' || left)) return undefined
    this.#members++
    const end = membershipEnd(booking.start_date, booking.period, booking.periods)
    const { created_at, updated_at } = booking
    const name = `${booking.first_name} ${booking.last_name}`
    return {
      id: this.#uuid(),
      booking_id: booking.id,
      customer_name: name,
      email: booking.email,
      phone: booking.phone,
      membership_type: booking.plan_id,
      status: left ? 'cancelled' : currentMembershipState('active', end, kathmanduDate(this.#now)),
      start_date: booking.start_date,
      end_date: end,
      amount: booking.total_amount,
      billing_cycle: booking.period,
      location_id: booking.location_id,
      auto_renew: this.#chance.integerBelow(3) === 0 ? 1 : 0,
      notes: null,
      search: toSearchText(name, booking.email, booking.phone, booking.id),
      version: 1,
      created_at,
      updated_at,
    }
  }

  #person(): Pick<BookingTable, 'first_name' | 'last_name' | 'email' | 'phone'> {
    const first_name = this.#chance.pick(FIRST_NAMES)
    const last_name = this.#chance.pick(LAST_NAMES)
    const number = this.#chance.integerBelow(10_000)
    return {
      first_name,
      last_name,
      email: `${first_name}.${last_name}${number}@example.com`.toLowerCase(),
      phone: `+97798${String(41_000_000 + this.#chance.integerBelow(1_000_000))}`,
    }
  }

  readonly #method = (): PaymentMethod =>
    this.#weighted([
      ['esewa', 40],
      ['khalti', 25],
      ['qr_payment', 15],
      ['stripe', 10],
      ['bank_transfer', 10],
    ])

  #weighted<Choice>(weights: readonly (readonly [Choice, number])[]): Choice {
    let left = this.#chance.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of weights) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('weights add up to nothing')
  }

  #uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      this.#chance
        .integerBelow(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}

/** A part is a quarter, in whole rupees. */
function getRefundedAmount(paid: BookingFate['paid'], amount: Paisa): Paisa {
  if (paid === 'refunded') return amount
  return paid === 'partly_refunded' ? rupees(Math.floor(amount / 400)) : ZERO
}

/** Bookings of the last minutes, still waiting for their money. */
const MAX_OPEN_HOLDS = 6

const FIRST_NAMES =
  'Aarati Aayush Anisha Bikash Binita Deepa Dipesh Gita Ishan Kabita Kiran Laxmi Manish Meera Nabin Nisha Ojas Pema Prakash Prerana Rabin Rita Rohan Sabina Sanjay Sarita Sita Sonam Sunil Sushma Tenzin Usha'.split(
    ' ',
  )
const LAST_NAMES =
  'Adhikari Aryal Basnet Bhandari Chaudhary Dahal Dhakal Ghale Gurung Joshi Karki Khadka Lama Limbu Magar Maharjan Malla Pandey Poudel Pradhan Rai Regmi Sherpa Shrestha Subedi Tamang Thapa Tuladhar'.split(
    ' ',
  )
