import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'

const LOOKS: Readonly<Record<BookingState, string>> = {
  held: 'tag tag-line',
  pending_verification: 'tag tag-wait',
  confirmed: 'tag tag-ok',
  cancelled: 'tag',
  expired: 'tag',
  needs_decision: 'tag tag-no',
}

export const StateTag = ({ state }: { state: BookingState }) => (
  <span className={LOOKS[state]}>{BOOKING_LABELS[state]}</span>
)
