import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { recordDifference } from '#stores/admin/bookings/actions.ts'
import { ManualPaymentForm } from './ManualPaymentForm.tsx'

/** What the days that it was moved to cost more than its price, where staff have taken that. */
export const DifferenceForm = ({ detail, done }: { detail: BookingDetail; done: () => void }) => (
  <ManualPaymentForm
    label="Why it was taken"
    button={`Record ${npr(detail.difference as Paisa)}`}
    run={recordDifference}
    done={done}
  />
)
