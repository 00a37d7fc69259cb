import { ArrowLeft } from 'lucide-react'

/** Links to the wizard's last step, which keeps the entries. */
export function BackToBooking() {
  return (
    <a className="payment-back" href="/booking#step-4">
      <ArrowLeft className="icon" />
      Back to booking
    </a>
  )
}
