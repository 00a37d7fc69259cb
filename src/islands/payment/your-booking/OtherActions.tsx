import { type ReactNode, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import type { ActionProps } from './action-props.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { isPassOnClosedDay } from './closed-pass.ts'
import { Details } from './Details.tsx'
import { ResendButton } from './ResendButton.tsx'
import { ShareButton } from './ShareButton.tsx'
import { isExpected } from './state-copy.ts'

/** Actions that change neither days nor price. */
export default function OtherActions({ booking }: { booking: BookingView }) {
  const [status, setStatus] = useState<{ text: ReactNode; isProblem: boolean }>()
  const props: ActionProps = { booking, report: (text, isProblem = false) => setStatus({ text, isProblem }) }
  const isToCome =
    isCustomerActionAllowed('calendar', booking.status) && isExpected(booking) && !isPassOnClosedDay(booking)
  return (
    <>
      {isToCome && <CalendarButton {...props} />}
      {isToCome && <ShareButton {...props} />}
      {booking.actions.resend && <ResendButton {...props} />}
      {booking.actions.changeDetails && <Details {...props} />}
      <p
        className={`order-last not-empty:mt-3 w-full max-w-measure text-pretty ${status?.isProblem ? 'error' : 'soft'}`}
        role="status"
      >
        {status?.text}
      </p>
    </>
  )
}
