import { type ReactNode, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { ShareButton } from './ShareButton.tsx'

/** The actions of `OtherActions` that need no server. */
export default function BrowserActions({ booking }: { booking: BookingView }) {
  const [status, setStatus] = useState<ReactNode>()
  if (!isCustomerActionAllowed('calendar', booking.status)) return null
  return (
    <>
      <ShareButton booking={booking} report={setStatus} />
      <p
        className="soft order-last w-full max-w-measure text-pretty not-empty:max-sm:mt-3 sm:-mt-3 sm:not-empty:mt-0"
        role="status"
      >
        {status}
      </p>
    </>
  )
}
