import type { ReactNode } from 'react'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { PageMessage } from '../StatusPanel.tsx'
import FindBooking from './FindBooking.tsx'

interface Props {
  className: string
  linkEnded: boolean
  help?: ReactNode
  stairs?: ReactNode
  children: ReactNode
}

/** Shown when the page is opened without a link, or with one that is wrong or has ended. */
export const BookingNotShown = ({ className, linkEnded, help, stairs, children }: Props) => (
  <PageMessage
    className={className}
    heading={linkEnded ? 'This link does not open a booking' : 'Find your booking'}
    describedBy="find-booking-text"
    stairs={stairs}
  >
    <p className="lead" id="find-booking-text">
      {linkEnded
        ? 'It is incomplete, was replaced by a newer one, or has ended. Links end 90 days after the last day of the booking.'
        : 'Change, move or cancel your booking, or download your bills. The link in our emails opens it.'}{' '}
      {WITHOUT_SERVER
        ? 'Bookings of this demo are stored in the browser that made them.'
        : 'We can send you the link again.'}
    </p>
    {WITHOUT_SERVER ? (
      <p className="mt-6">
        <a className="button" href="/contact">
          Contact us
        </a>
      </p>
    ) : (
      <div className="mt-6">
        <FindBooking />
        {help}
      </div>
    )}
    {children}
  </PageMessage>
)
