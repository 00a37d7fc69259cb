import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { $bookingPath } from '#stores/payment/booking.ts'

export function BackToBooking() {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-2 font-med text-ink-2 text-small no-underline hover:text-brick"
      href={useStore($bookingPath)}
    >
      <ArrowLeft className="icon" />
      Back to booking
    </a>
  )
}
