import type { Generated } from 'kysely'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { BookingState } from '#domain/booking.ts'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { EmailKind } from '#domain/email.ts'
import type { LocationId } from '#domain/location.ts'
import type { MembershipState } from '#domain/membership.ts'
import type { Paisa } from '#domain/money.ts'
import type { AttemptState, RecordedMethod } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { Period, PlanId } from '#domain/plan.ts'
import type { RefundChannel, RefundState } from '#domain/refund.ts'
import type { Role, SessionEndReason, StaffEventKind } from '#domain/staff.ts'

/** Instants are UTC ISO text of fixed width, so that text order is time order on both engines. */
export type Instant = string & { readonly __format: 'YYYY-MM-DDTHH:MM:SS.sssZ' }
export const instant = (milliseconds: number): Instant => new Date(milliseconds).toISOString() as Instant

export interface Tables {
  bookings: BookingTable
  settings: { key: string; value: string }
  /** `unpaid` of the taken seats belong to announced transfers without a receipt. */
  seat_days: { location_id: LocationId; day: IsoDate; seats: number; taken: number; unpaid: Generated<number> }
  payments: PaymentTable
  /** Notices that a gateway sent by itself and that were worked through: it sends each several times. */
  gateway_events: { method: RecordedMethod; id: string; created_at: Instant }
  payment_reports: { id: string; payment_id: string; source: string; body: string; created_at: Instant }
  /**
   * Why a person has to look at a payment although its state is settled; gone once somebody has. `raised` is another each
   * time that it happens, `created_at` the first since somebody looked.
   */
  payment_alerts: { payment_id: string; alert: PaymentAlert; raised: string; created_at: Instant }
  refunds: RefundTable
  payment_evidence: EvidenceTable
  memberships: MembershipTable
  /** Mails about the end of a membership: one for each end date and number of days before it. */
  membership_reminders: { membership_id: string; end_date: IsoDate; days: number; created_at: Instant }
  staff: {
    id: string
    email: string
    name: string
    password_hash: string
    role: Role
    /** JSON list of location ids; null is every location. */
    workplaces: string | null
    created_at: Instant
    /** When they last used the staff area. */
    seen_at: Instant | null
    disabled_at: Instant | null
    /** As a booking's. */
    version: number
  }
  sessions: SessionTable
  /** Of sessions that ended before their time: whoever still believes in one is told why it is over. */
  session_ends: { token_hash: string; ended_by: SessionEndReason; created_at: Instant }
  /** One row for an account whose sign-in asks for a code; `confirmed_at` is null until a first code was right. */
  two_factors: {
    staff_id: string
    /** Sealed (`secrets.ts`). */
    secret: string
    /** The step of the last code that was taken: none is taken twice. */
    last_step: number
    confirmed_at: Instant | null
  }
  /** Those that are left. */
  backup_codes: { staff_id: string; code_hash: string }
  invitations: InvitationTable
  login_attempts: { key: string; failures: number; blocked_until: Instant | null; updated_at: Instant }
  staff_events: { id: string; kind: StaffEventKind; subject_id: string; created_at: Instant }
  /** Written with what they tell of, sent afterwards: a mail is neither lost nor sent about what did not happen. */
  mails: {
    id: string
    recipient: string
    /** Whom an answer goes to, where it is not the sender. */
    reply_to: string | null
    /** The booking that it is about, where it is about one. */
    booking_id: string | null
    subject: string
    body: string
    created_at: Instant
    sent_at: Instant | null
    /** Attempts since it was written or retried. */
    tries: number
    next_try_at: Instant
    kind: EmailKind
    /** When its link stops working; null where it has none that does. */
    valid_until: Instant | null
    /** Of the attempt that is running. */
    attempt_started_at: Instant | null
    /** When the last attempt failed, and what the mail server or the network said. */
    failed_at: Instant | null
    last_error: string | null
  }
  messages: {
    id: string
    /** Of the words, their writer and the day: the same message twice is one. */
    digest: string
    name: string
    email: string
    phone: string | null
    location_id: LocationId | null
    body: string
    created_at: Instant
    /** When staff were done with it. */
    handled_at: Instant | null
    /** Name, address and words, as a booking's. */
    search: string
  }
  /** One row for an address, in lower case. */
  subscribers: { email: string; created_at: Instant }
  /** What staff wrote, mailed or placed, by the key of its press, which does it once. `body_hash` tells a different request apart. */
  act_keys: { key: string; body_hash: string }
  booking_notes: { id: string; booking_id: string; author: string; body: string; created_at: Instant }
  /** Who was there on a day of their booking, and who of the staff marked it. */
  arrivals: { booking_id: string; day: IsoDate; arrived_at: Instant; staff_id: string }
  /** Each state that a booking came into after it was placed. */
  booking_states: { id: string; booking_id: string; state: BookingState; created_at: Instant }
  sandbox_values: { key: string; value: string }
  chat_days: { day: IsoDate; asked: number }
  /** Calls that a visitor had left at an instant; the key names nobody. */
  call_buckets: { key: string; tokens: number; at: Instant }
  audit: AuditTable
  /** What holds in place of the content's price, cell by cell; null: not sold by that period. */
  prices: { location_id: LocationId; plan_id: PlanId; period: Period; amount: Paisa | null; version: number }
  price_revisions: PriceRevisionTable
}

export interface SessionTable {
  token_hash: string
  /** By which it is named where sessions are listed. */
  id: string
  staff_id: string
  /** `Firefox on Windows` */
  device: string
  created_at: Instant
  seen_at: Instant
  /** When the password was last given. */
  proved_at: Instant
  expires_at: Instant
}

/** A link that has not been taken up: one for an address. */
export interface InvitationTable {
  id: string
  token_hash: string
  email: string
  role: Role
  workplaces: string | null
  /** Whose new password it is for; null makes an account. */
  staff_id: string | null
  created_at: Instant
  expires_at: Instant
}

export interface BookingTable {
  id: string
  /** One key, one booking: a repeated request finds the first one's. `body_hash` tells a different request apart. */
  idempotency_key: string
  body_hash: string
  state: BookingState
  location_id: LocationId
  location_name: string
  plan_id: PlanId
  plan_name: string
  period: Period
  /** First and last day covered; `seats` are taken on each of them while the state holds seats. */
  start_date: IsoDate
  end_date: IsoDate
  periods: number
  start_time: ClockTime | null
  end_time: ClockTime | null
  seats: number
  /** The quote's lines as they were at placement (JSON). Prices changed later never touch them. */
  lines: string
  total_amount: Paisa
  currency: 'NPR'
  /** What its days cost when staff last moved it, by the prices of that moment; null where it stands as it was placed. */
  moved_price: Paisa | null
  /** Until when it could be cancelled free, where that had passed before it was moved; null goes by its days. */
  free_until: Instant | null
  notes: string
  first_name: string
  last_name: string
  email: string
  phone: string
  company: string
  /** Name, address, telephone, company and id in lower case, for the staff's search; bookings are sorted by name by it. */
  search: string
  /** Who of the staff took it at the desk; null is the customer alone. */
  placed_by: string | null
  /** Who of the staff cancelled it, turned it down or sent all its money back: late money takes no place against them. */
  cancelled_by: string | null
  expires_at: Instant | null
  extensions: number
  /** 1 while its seats count in `seat_days.unpaid`. */
  transfer_unpaid: number
  /** Keyed hash of the network it came from, until it is paid or ends; null for bookings made by staff. */
  network: string | null
  /** Hash of the token that was mailed last to confirm the email address, until the booking is paid or ends. */
  email_token: string | null
  /** When the customer confirmed the email address, or staff gave them a payment link. */
  email_confirmed_at: Instant | null
  /** Rises with every change: whoever edits says which one they saw. */
  version: number
  /** The Kathmandu day of `created_at`. */
  placed_on: IsoDate
  /**
   * What the figures count of its payments (`domain/revenue.ts`): a trigger on these keeps both, nothing else writes
   * them.
   */
  method: RecordedMethod | null
  kept: Paisa
  created_at: Instant
  updated_at: Instant
}

export interface PaymentTable {
  /** 128 random bits and more; also the reference that the gateway is given. */
  id: string
  booking_id: string
  method: RecordedMethod
  state: AttemptState
  /** What is charged, the method's fee included. */
  amount: Paisa
  fee: Paisa
  currency: 'NPR'
  /** What the gateway calls this try from its start, where it names it: its lookup asks by that name. */
  gateway_id: string | null
  /** What the gateway calls the money, once it came. */
  provider_reference: string | null
  reason: string | null
  /** When the gateway was last asked by ourselves. */
  asked_at: Instant | null
  /** Since when a place is kept for it beyond its time, because its gateway leaves open whether money is on its way. */
  kept_since: Instant | null
  /** What arrived, once that is known; of a mismatch it differs from `amount`. */
  received: Paisa | null
  /** What went back or is on its way back: never more than was received. */
  refunded: Paisa
  /** What was to go back in all when the booking was cancelled, and since when; null where nothing is promised. */
  owed: Paisa | null
  owed_at: Instant | null
  /** What had gone back in all by the gateway's last word of which staff were told: the same word again is no news. */
  told_gone: Paisa | null
  /** The version of the booking for whose dearer days staff took it; null is a payment of the booking's own price. */
  difference_at: number | null
  /** When we stopped asking by ourselves about a payment that is still open. */
  left_to_staff_at: Instant | null
  /** When staff were reminded that it waits for them. */
  reminded_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

export interface RefundTable {
  /** The gateway's idempotency key as well, where it knows such keys. */
  id: string
  payment_id: string
  /** One press, one refund. `body_hash` tells a different request apart. */
  idempotency_key: string
  body_hash: string
  way: RefundChannel
  state: RefundState
  amount: Paisa
  /** Why staff decided it. */
  reason: string
  /** The gateway's number of the refund, or that of the staff's own transfer. */
  reference: string | null
  /** What the gateway said last. */
  answer: string | null
  /** Null is nobody of ours: it was found at the gateway. */
  staff_id: string | null
  asked_at: Instant | null
  left_to_staff_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** A receipt as its payer sent it, once per file and payment. */
export interface EvidenceTable {
  id: string
  payment_id: string
  /** SHA-256 of the file, and of what is seen on it: the same receipt is known again, saved anew or not. */
  file_hash: string
  pixel_hash: string
  /** The picture as JPEG, written by ourselves; null once it was deleted. */
  picture: Uint8Array | null
  /** What the payer's browser read on it (JSON): advice for staff. */
  reading: string | null
  /** The transaction that was read, in the form in which all are compared. */
  transaction_id: string | null
  created_at: Instant
}

export interface MembershipTable {
  id: string
  booking_id: string
  customer_name: string
  email: string
  phone: string
  membership_type: PlanId
  status: MembershipState
  start_date: IsoDate
  end_date: IsoDate
  amount: Paisa
  billing_cycle: Period
  location_id: LocationId
  /** 0 or 1: engines differ in their booleans. */
  auto_renew: number
  notes: string | null
  /** Name, address, telephone and booking, as a booking's. */
  search: string
  /** As a booking's. */
  version: number
  created_at: Instant
  updated_at: Instant
}

/** What was saved together. */
export interface PriceRevisionTable {
  /** From 1 on: whoever edits says which one they saw, and two that saw the same cannot both write the next. */
  version: number
  /** `PriceChange`s as JSON, with what the cells held before, whether by staff or by content. */
  changes: string
  /** The revision that this one takes back. */
  undoes: number | null
  staff_id: string
  created_at: Instant
}

/** What staff, or the product by itself, did; `before` and `after` are JSON. Written by `recordDeed` alone. */
export interface AuditTable {
  id: string
  /** From 1 on, without a gap. */
  position: number
  staff_id: string | null
  /** The address by which they signed in then; null is the product by itself. */
  actor: string | null
  action: AuditAction
  subject: AuditSubject
  subject_id: string
  label: string | null
  before: string | null
  after: string | null
  reason: string | null
  /** Of this row and the one before it. */
  digest: string
  created_at: Instant
}
