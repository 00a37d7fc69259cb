import type { BookingRow } from '#contract/admin/bookings.ts'
import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'

const LOOKS: Readonly<Record<BookingState, string>> = {
  held: 'tag tag-line',
  pending_verification: 'tag tag-wait',
  confirmed: 'tag tag-ok',
  cancelled: 'tag',
  expired: 'tag',
  needs_decision: 'tag tag-no',
}

type Attention = NonNullable<BookingRow['attention']>
const ATTENTION: Readonly<Record<Attention, string>> = {
  amount_differs: 'Amount differs',
  paid_twice: 'Paid twice',
  unsettled: 'Payment still open',
  receipt_seen: 'Receipt seen before',
}

export const StateTag = ({ state }: { state: BookingState }) => (
  <span className={LOOKS[state]}>{BOOKING_LABELS[state]}</span>
)

/** Beside the state: why a person has to look at this booking's money. */
export const AttentionTag = ({ attention }: { attention: Attention }) => (
  <span className="tag tag-no">{ATTENTION[attention]}</span>
)
