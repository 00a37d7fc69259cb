import { useStore } from '@nanostores/react'
import { FlaskConical } from 'lucide-react'
import { $booking } from '#stores/payment/booking.ts'

/** Labels a payment without a booking. */
export function TrialNote() {
  if (!useStore($booking)?.trial) return null
  return (
    <p className="note note-warm">
      <FlaskConical className="icon" />
      <span>
        <b>This is a trial.</b> You have not booked anything: the amount, plan and location are samples.{' '}
        <a className="link" href="/booking">
          Book a workspace
        </a>
      </span>
    </p>
  )
}
