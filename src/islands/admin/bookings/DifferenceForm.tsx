import type { BookingDetail } from '#contract/admin/booking.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { takeDifference } from '#stores/admin/bookings/acts.ts'
import { MoneyForm } from './MoneyForm.tsx'

/** What the days that it was moved to cost more than its price, where staff have taken that. */
export const DifferenceForm = ({ detail, done }: { detail: BookingDetail; done: () => void }) => (
  <MoneyForm
    label="Why it was taken"
    button={`Record ${npr(detail.difference as Paisa)}`}
    run={takeDifference}
    done={done}
  />
)
