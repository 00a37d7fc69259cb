import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { useEffect } from 'react'
import { $unconfirmedBooking, loadUnconfirmedBooking } from '#stores/booking/unconfirmed-booking.ts'
import { getPaymentUrl } from '#stores/current-booking.ts'

/** Links to a booking that staff must still confirm, to prevent a duplicate. */
export function UnconfirmedBookingNote() {
  const booking = useStore($unconfirmedBooking)
  useEffect(() => {
    const read = () => void loadUnconfirmedBooking()
    read()
    // The page can return from the back/forward cache after the payment screen.
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [])
  return (
    <div className="*:mb-7" role="status">
      {booking && (
        <div className="note note-warm">
          <Info className="icon" />
          <p>
            <b>
              {booking.awaitsTransfer
                ? 'You have a booking to pay by bank transfer'
                : 'We are checking the payment for your booking'}
            </b>
            : {booking.planName} at {booking.locationName}.{' '}
            <a className="link" href={getPaymentUrl()}>
              {booking.awaitsTransfer ? 'Show the bank details' : 'Show the booking'}
            </a>
          </p>
        </div>
      )}
    </div>
  )
}
