import { ArrowLeft } from 'lucide-react'

/** To the wizard's last step, which still has what was entered. */
export function BackToBooking() {
  return (
    <a className="payment-back" href="/booking#step-4">
      <ArrowLeft className="icon" />
      Back to booking
    </a>
  )
}
