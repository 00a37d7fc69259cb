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
      <p className="soft order-last not-empty:mt-3 w-full max-w-measure text-pretty" role="status">
        {status}
      </p>
    </>
  )
}
