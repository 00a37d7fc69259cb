import type { Generated, Selectable } from 'kysely'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { BookingState } from '#domain/booking.ts'
import type { ChangeKind, ChangeState } from '#domain/booking-change.ts'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { EmailKind } from '#domain/email.ts'
import type { LocationId } from '#domain/location.ts'
import type { MembershipState } from '#domain/membership.ts'
import type { Paisa } from '#domain/money.ts'
import type { AttemptState, PaymentPurpose, RecordedMethod } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { Period, PlanId } from '#domain/plan.ts'
import type { RefundChannel, RefundState } from '#domain/refund.ts'
import type { Bucket } from '#domain/room-balance.ts'
import type { SeatOfferState } from '#domain/seat-offer.ts'
import type { Role, SessionEndReason, StaffEventKind } from '#domain/staff.ts'
import type { TourState } from '#domain/tour.ts'
import type { WaitingState } from '#domain/waiting-list.ts'

/** Instants are UTC ISO text of fixed width, so that text order is time order on both engines. */
export type Instant = string & { readonly __format: 'YYYY-MM-DDTHH:MM:SS.sssZ' }
export const instant = (milliseconds: number): Instant => new Date(milliseconds).toISOString() as Instant

export interface Tables {
  bookings: BookingTable
  settings: { key: string; value: string }
  /**
   * `taken` is the sum of the claims of a day; `unpaid` of them belong to announced transfers without a receipt. `short`
   * is what its blocks lack.
   */
  seat_days: {
    location_id: LocationId
    day: IsoDate
    seats: number
    taken: number
    unpaid: Generated<number>
    short: Generated<number>
  }
  seat_claims: SeatClaimTable
  seat_blocks: SeatBlockTable
  /** The seats of a location from a day on; before the first row those of the content. */
  location_seats: {
    location_id: LocationId
    from_day: IsoDate
    seats: number
    reason: string
    staff_id: string
    created_at: Instant
  }
  payments: PaymentTable
  /** Webhooks that were handled, as a gateway sends each several times. */
  gateway_events: { method: RecordedMethod; id: string; created_at: Instant }
  payment_reports: { id: string; payment_id: string; source: string; body: string; created_at: Instant }
  /** Reasons to review a settled payment. `raised` is a new id at each repetition, `created_at` the first time. */
  payment_alerts: { payment_id: string; alert: PaymentAlert; raised: string; created_at: Instant }
  refunds: RefundTable
  receipts: ReceiptTable
  memberships: MembershipTable
  /** Sent reminders, one per end date and number of days before it. */
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
    seen_at: Instant | null
    disabled_at: Instant | null
    version: number
  }
  sessions: SessionTable
  /** Why a session ended early, for the next request with its token. */
  session_ends: { token_hash: string; reason: SessionEndReason; created_at: Instant }
  /** `confirmed_at` is null until the first correct code. */
  two_factors: {
    staff_id: string
    /** Encrypted (`secrets.ts`). */
    secret: string
    /** Time step of the last accepted code, which is accepted once. */
    last_step: number
    confirmed_at: Instant | null
  }
  backup_codes: { staff_id: string; code_hash: string }
  invitations: InvitationTable
  login_attempts: { key: string; failures: number; blocked_until: Instant | null; updated_at: Instant }
  staff_events: { id: string; kind: StaffEventKind; subject_id: string; created_at: Instant }
  /** The outbox: an email is written in the transaction that it reports, and sent afterwards. */
  emails: {
    id: string
    recipient: string
    reply_to: string | null
    booking_id: string | null
    subject: string
    /** The text part, as staff read it. */
    body: string
    html: string | null
    /** An iCalendar file, and its method. */
    calendar: string | null
    calendar_method: 'PUBLISH' | 'CANCEL' | null
    created_at: Instant
    sent_at: Instant | null
    /** Attempts since it was written or retried. */
    attempts: number
    next_attempt_at: Instant
    kind: EmailKind
    /** When its link expires, or it is too late to be useful; then it is not sent. Null if never. */
    valid_until: Instant | null
    attempt_started_at: Instant | null
    failed_at: Instant | null
    last_error: string | null
    mailing_id: string | null
  }
  mailings: MailingTable
  messages: {
    id: string
    /** Of text, sender and day, so that a repeated message is stored once. */
    digest: string
    name: string
    email: string
    phone: string | null
    location_id: LocationId | null
    body: string
    created_at: Instant
    handled_at: Instant | null
    search: string
  }
  /** Addresses in lower case. */
  subscribers: { email: string; created_at: Instant }
  /** `body_hash` detects another request with the same key. */
  idempotency_keys: { key: string; body_hash: string }
  booking_notes: { id: string; booking_id: string; author: string; body: string; created_at: Instant }
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
  /** Names that the customer entered, by seat from 1. */
  booking_people: { booking_id: string; seat: number; name: string }
  /** The state history of a booking, without its first state. */
  booking_states: { id: string; booking_id: string; state: BookingState; created_at: Instant }
  booking_changes: BookingChangeTable
  /** One renewal per membership and first day. Exists while the renewing booking holds seats. */
  renewal_claims: { membership_id: string; first_day: IsoDate; booking_id: string }
  /** Where the customer of a cancelled booking proposes to receive the refund. */
  refund_accounts: {
    booking_id: string
    /** Encrypted JSON (`secrets.ts`). */
    account: string
    created_at: Instant
    changeable_until: Instant
    /** When the refund was sent; the row is deleted 90 days later. */
    paid_at: Instant | null
  }
  /** Requests for the links of a customer's bookings, which a job answers, so that responses do not differ. */
  link_requests: { id: string; kind: 'reference' | 'email'; value: string; created_at: Instant }
  /** Reminders that were queued, each once. */
  reminders_sent: { kind: ReminderKind; subject_id: string; day: IsoDate; created_at: Instant }
  /** Addresses, in lower case, that want no reminders. */
  reminder_stops: { email: string; created_at: Instant }
  tours: TourTable
  sandbox_values: { key: string; value: string }
  chat_usage: { day: IsoDate; requests: number }
  /** Calls left at an instant; the key is a hash. */
  rate_limit_buckets: { key: string; tokens: number; at: Instant }
  audit: AuditTable
  /** Overrides of the content's prices; null is not for sale. */
  prices: { location_id: LocationId; plan_id: PlanId; period: Period; amount: Paisa | null; version: number }
  price_revisions: PriceRevisionTable
  closures: ClosureTable
  /** `changes` is a JSON list of `{ id, before, after }`. */
  closure_revisions: { version: number; changes: string; staff_id: string; created_at: Instant }
  /** Bookings on days that staff closed. `handled_by` is null for the customer. */
  closure_bookings: {
    closure_id: string
    booking_id: string
    created_at: Instant
    handled_at: Instant | null
    handled_by: string | null
  }
  room_reservations: RoomReservationTable
  /** Half hours from midnight that a reservation or its buffer takes. */
  room_slots: { room_id: string; day: IsoDate; slot: number; reservation_id: string; is_buffer: number }
  /** The minutes left in each bucket of a booking: the sum of its `room_minutes`. */
  room_balances: { booking_id: string; bucket: Bucket; minutes: number }
  /** Never updated or deleted. Used minutes are negative. */
  room_minutes: {
    id: string
    booking_id: string
    bucket: Bucket
    kind: 'included' | 'bought' | 'used' | 'returned'
    minutes: number
    /** Of used and returned minutes. */
    reservation_id: string | null
    /** The purchase of bought minutes; null if they were bought with the booking. */
    change_id: string | null
    created_at: Instant
  }
  waiting_entries: WaitingEntryTable
  seat_offers: SeatOfferTable
}

export type ClaimKind = 'booking' | 'offer' | 'guest' | 'block'

interface SeatClaimTable {
  kind: ClaimKind
  /** A booking, a change of a booking (of the kind `booking`), an offer, a guest or a block. */
  subject_id: string
  location_id: LocationId
  first_day: IsoDate
  last_day: IsoDate
  seats: number
  /** What a block, which has a claim for each day, lacks on it. */
  short: Generated<number>
}

/** Seats that staff took out. */
interface SeatBlockTable {
  id: string
  idempotency_key: string
  body_hash: string
  location_id: LocationId
  first_day: IsoDate
  last_day: IsoDate
  seats: number
  reason: string
  staff_id: string
  created_at: Instant
  removed_at: Instant | null
}

interface SessionTable {
  token_hash: string
  /** Public id for the list of sessions. */
  id: string
  staff_id: string
  /** `Firefox on Windows` */
  device: string
  created_at: Instant
  seen_at: Instant
  password_entered_at: Instant
  expires_at: Instant
}

/** Unused links, one per email address. */
interface InvitationTable {
  id: string
  token_hash: string
  email: string
  role: Role
  workplaces: string | null
  /** The account whose password it resets; null creates an account. */
  staff_id: string | null
  created_at: Instant
  expires_at: Instant
}

interface BookingTable {
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

/** Days on which a location is closed, or open at other hours. */
interface ClosureTable {
  id: string
  /** Null is every location. */
  location_id: LocationId | null
  first_day: IsoDate
  last_day: IsoDate
  /** Shown to visitors. */
  reason: string
  /** Null on closed days, as `closes`. */
  opens: ClockTime | null
  closes: ClockTime | null
  /** The revision that set it last. */
  version: number
}

/** Never changed except to release it, so a move is a new reservation. */
interface RoomReservationTable {
  id: string
  room_id: string
  location_id: LocationId
  day: IsoDate
  start_time: ClockTime
  end_time: ClockTime
  /** Without the buffer. */
  minutes: number
  /** Null if staff blocked the room. */
  booking_id: string | null
  /** Why staff blocked the room; null for a booking. */
  reason: string | null
  /** The staff member who reserved or blocked it; null is the customer. */
  staff_id: string | null
  state: 'active' | 'released'
  created_at: Instant
  released_at: Instant | null
}

/** A customer's move to dearer dates, which holds the new days until it is paid, or a purchase of room hours. */
interface BookingChangeTable {
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

interface PaymentTable {
  /** From `createSecret`; also our reference at the gateway. */
  id: string
  booking_id: string
  method: RecordedMethod
  state: AttemptState
  /** Charged, including `fee`. */
  amount: Paisa
  fee: Paisa
  currency: 'NPR'
  /** The gateway's id of the attempt, by which it is looked up. */
  gateway_id: string | null
  /** The gateway's id of the received money. */
  provider_reference: string | null
  reason: string | null
  /** Last lookup at the gateway. */
  queried_at: Instant | null
  /** Start of an extended hold, while the gateway leaves open whether money will arrive. */
  held_since: Instant | null
  /** Null while unknown; differs from `amount` in a mismatch. */
  received: Paisa | null
  /** Refunded or being refunded, at most what was received. */
  refunded: Paisa
  /** Total refund promised at the cancellation; null without a promise. */
  refund_due: Paisa | null
  refund_due_at: Instant | null
  /** Total refunded by the gateway at the last notification of staff, which is not repeated. */
  notified_refunded: Paisa | null
  /** The booking version whose price difference it pays; null pays the booking's own price. */
  difference_version: number | null
  purpose: PaymentPurpose
  /** The change that it pays; null for other purposes. */
  change_id: string | null
  /** When automatic lookups of an open payment ended. */
  left_to_staff_at: Instant | null
  reminded_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

interface RefundTable {
  /** Also the idempotency key at the gateway. */
  id: string
  payment_id: string
  idempotency_key: string
  body_hash: string
  channel: RefundChannel
  state: RefundState
  amount: Paisa
  reason: string
  /** Of the gateway's refund, or of the staff's own transfer. */
  reference: string | null
  response: string | null
  /** Null for a refund found at the gateway. */
  staff_id: string | null
  queried_at: Instant | null
  left_to_staff_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** A receipt, once per file and payment. */
interface ReceiptTable {
  id: string
  payment_id: string
  /** SHA-256 of the file and of its pixels, which detects a receipt that was saved again. */
  file_hash: string
  pixel_hash: string
  /** Re-encoded as JPEG; null once deleted. */
  image: Uint8Array | null
  /** Text recognised in the payer's browser (JSON), which is not trusted. */
  reading: string | null
  /** Normalised for comparison. */
  transaction_id: string | null
  created_at: Instant
}

/** A text by staff to everyone who comes to a location on a day. */
interface MailingTable {
  id: string
  idempotency_key: string
  body_hash: string
  location_id: LocationId
  day: IsoDate
  subject: string
  body: string
  /** The number of its emails. */
  recipients: number
  staff_id: string
  created_at: Instant
  /** When staff withdrew its emails. */
  undone_at: Instant | null
}

interface MembershipTable {
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
  /** 0 or 1, as SQLite has no boolean. */
  auto_renew: number
  notes: string | null
  search: string
  version: number
  created_at: Instant
  updated_at: Instant
}

interface PriceRevisionTable {
  /** From 1, for optimistic locking. */
  version: number
  /** `PriceChange`s as JSON, with the prices before. */
  changes: string
  undoes: number | null
  staff_id: string
  created_at: Instant
}

export type ReminderKind = 'booking_day_before' | 'tour_day_before' | 'tour_after'

interface TourTable {
  id: string
  idempotency_key: string
  /** Hash of the request, so that a key cannot be used for a different one. */
  body_hash: string
  state: TourState
  location_id: LocationId
  day: IsoDate
  /** When it starts. */
  time: ClockTime
  /** From 1 to `TOURS_PER_SLOT`; one tour for each while it is not cancelled. */
  place: number
  name: string
  /** Empty if not given; a tour has an email or a phone. */
  email: string
  phone: string
  secret_version: number
  version: number
  created_at: Instant
  updated_at: Instant
}

/** A visitor who wants to know when something can be booked. */
interface WaitingEntryTable {
  id: string
  /** In lower case. */
  email: string
  /** Empty if not given. */
  phone: string
  location_id: LocationId
  /** Null is any plan. */
  plan_id: PlanId | null
  /** The full day; null waits for the location or plan to open. */
  day: IsoDate | null
  state: WaitingState
  created_at: Instant
  /** When the visitor confirmed the email address; null before. Also the order of the list. */
  confirmed_at: Instant | null
  changed_at: Instant
}

/** A seat of one day that is held for an entry of the waiting list. */
interface SeatOfferTable {
  id: string
  entry_id: string
  /** That of the entry. */
  email: string
  location_id: LocationId
  day: IsoDate
  state: SeatOfferState
  /** The booking that took it. */
  booking_id: string | null
  expires_at: Instant
  created_at: Instant
}

/** Written only by `recordAuditEntry`; `before` and `after` are JSON. */
interface AuditTable {
  id: string
  /** From 1 without gaps. */
  position: number
  staff_id: string | null
  /** Email of the staff member at that time, or `customer`; null is the system. */
  actor: string | null
  action: AuditAction
  subject: AuditSubject
  subject_id: string
  label: string | null
  before: string | null
  after: string | null
  reason: string | null
  /** Hash of this row and the previous digest. */
  digest: string
  created_at: Instant
}

export type Guest = Selectable<Tables['guests']>
export type Booking = Selectable<BookingTable>
export type BookingChange = Selectable<BookingChangeTable>
export type Email = Selectable<Tables['emails']>
export type Payment = Selectable<PaymentTable>
export type Refund = Selectable<RefundTable>
export type Receipt = Selectable<ReceiptTable>
export type Mailing = Selectable<MailingTable>
export type Membership = Selectable<MembershipTable>
export type RoomReservation = Selectable<RoomReservationTable>
export type SeatBlock = Selectable<SeatBlockTable>
export type StoredClosure = Selectable<ClosureTable>
export type Tour = Selectable<TourTable>
export type SeatOffer = Selectable<SeatOfferTable>
export type WaitingEntry = Selectable<WaitingEntryTable>
export type StaffAccount = Selectable<Tables['staff']>
export type TwoFactor = Selectable<Tables['two_factors']>
export type LoginAttempts = Selectable<Tables['login_attempts']>
export type Invitation = Selectable<InvitationTable>
export type StoredAuditEntry = Selectable<AuditTable>
