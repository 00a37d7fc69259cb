import type { BookingDetail } from '#contract/admin/booking.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { confirm } from '#stores/admin/bookings/acts.ts'
import { MoneyForm } from './MoneyForm.tsx'

export const ConfirmForm = ({ detail, done }: { detail: BookingDetail; done: () => void }) => (
  <MoneyForm
    label="Why it is confirmed by hand"
    button={`Record ${npr(detail.totalAmount as Paisa)} and confirm`}
    run={confirm}
    done={done}
  />
)
