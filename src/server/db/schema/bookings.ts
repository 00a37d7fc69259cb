import type { Generated } from 'kysely'
import type { BookingState } from '#domain/booking.ts'
import type { ChangeKind, ChangeState } from '#domain/booking-change.ts'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import type { RecordedMethod } from '#domain/payment.ts'
import type { Period, PlanId } from '#domain/plan.ts'
import type { Instant } from '../instant.ts'

export interface BookingTables {
  bookings: {
    id: string
    /** `body_hash` detects another request with the same key. */
    idempotency_key: string
    body_hash: string
    state: BookingState
    location_id: LocationId
    location_name: string
    plan_id: PlanId
    plan_name: string
    period: Period
    /** First and last day covered. */
    start_date: IsoDate
    end_date: IsoDate
    periods: number
    start_time: ClockTime | null
    end_time: ClockTime | null
    seats: number
    /** The quote's lines at placement (JSON); later price changes do not apply. */
    lines: string
    total_amount: Paisa
    currency: 'NPR'
    /** Price of its days when staff last moved it; null if never moved. */
    moved_price: Paisa | null
    /** End of free cancellation, stored once it is confirmed or has passed before a move; null follows from the days. */
    free_until: Instant | null
    notes: string
    first_name: string
    last_name: string
    email: string
    phone: string
    company: string
    /** Tax number of the customer for the bill; empty if not given. */
    pan: string
    /** Name, email, phone, company and id in lower case; also the sort key for names. */
    search: string
    /** The staff member of a walk-in; null is the customer. */
    placed_by: string | null
    /** The staff member who ended it; late money then takes no seat. */
    cancelled_by: string | null
    expires_at: Instant | null
    extensions: number
    /** 1 while its seats count in `seat_days.unpaid`. */
    transfer_unpaid: number
    /** Keyed hash of the network it came from, until it is paid or ends; null for bookings made by staff. */
    network: string | null
    /** Hash of the latest emailed token that confirms the email address, until the booking is paid or ends. */
    email_token: string | null
    /** When the customer confirmed the email address, or staff gave them a payment link. */
    email_confirmed_at: Instant | null
    /** Rises with every change, for optimistic locking. */
    version: number
    /** The Kathmandu day of `created_at`. */
    placed_on: IsoDate
    /** Rises when staff reissue the customer's link; earlier links then end. */
    secret_version: number
    /** The first day at placement, which limits how far a customer may move it. */
    first_start_date: IsoDate
    /** Moves made by the customer. */
    customer_moves: number
    /** 1 if the customer cancelled it; late money is then refunded. */
    cancelled_by_customer: number
    /** The last day before a started booking was cancelled and shortened; null if it was not. */
    original_end_date: IsoDate | null
    /** The membership that it extends; null for other bookings. */
    renews: string | null
    /** When its last day closes, as it was when the days were chosen; null follows the content. */
    closes_at: Instant | null
    /** Counted from its payments (`domain/revenue.ts`) by a trigger, which alone writes `method` and `net_received`. */
    method: RecordedMethod | null
    net_received: Paisa
    created_at: Instant
    updated_at: Instant
  }
  /** A customer's move to dearer dates, which holds the new days until it is paid, or a purchase of room hours. */
  booking_changes: {
    id: string
    kind: Generated<ChangeKind>
    booking_id: string
    state: ChangeState
    from_start_date: IsoDate
    from_end_date: IsoDate
    start_date: IsoDate
    end_date: IsoDate
    start_time: ClockTime | null
    end_time: ClockTime | null
    /** Price of the new days at that time. */
    price: Paisa
    /** The difference to pay, without a method's fee. */
    amount: Paisa
    /** The room minutes that are bought; null for a move. */
    minutes: number | null
    expires_at: Instant
    /** As in the booking. */
    closes_at: Instant | null
    created_at: Instant
    updated_at: Instant
  }
  /** The state history of a booking, without its first state. */
  booking_states: { id: string; booking_id: string; state: BookingState; created_at: Instant }
  booking_notes: { id: string; booking_id: string; author: string; body: string; created_at: Instant }
  /** Names that the customer entered, by seat from 1. */
  booking_people: { booking_id: string; seat: number; name: string }
  /** `arrived_at` is when the number of `seats` in use was marked last. */
  arrivals: { booking_id: string; day: IsoDate; arrived_at: Instant; staff_id: string; seats: Generated<number> }
  /** Guests of longer plans, each with a claim of kind `guest`. A cancelled one has no row. */
  guests: {
    id: string
    booking_id: string
    day: IsoDate
    name: string
    announced_by: string | null
    created_at: Instant
  }
}
