import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { confirmWithPayment } from '#stores/admin/bookings/actions.ts'
import { ManualPaymentForm } from './ManualPaymentForm.tsx'

export const ConfirmForm = ({ detail, done }: { detail: BookingDetail; done: () => void }) => (
  <ManualPaymentForm
    label="Why it is confirmed by hand"
    button={`Record ${npr(detail.totalAmount as Paisa)} and confirm`}
    run={confirmWithPayment}
    done={done}
  />
)
