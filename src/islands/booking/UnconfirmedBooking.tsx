import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { useEffect } from 'react'
import { $unconfirmedBooking, loadUnconfirmedBooking } from '#stores/booking/unconfirmed-booking.ts'
import { getPaymentUrl } from '#stores/current-booking.ts'

/** Leads back to a booking that staff still have to confirm, so that nobody makes a second one by mistake. */
export function UnconfirmedBooking() {
  const booking = useStore($unconfirmedBooking)
  useEffect(() => {
    const read = () => void loadUnconfirmedBooking()
    read()
    // The page may come back from the browser's cache after the payment screen.
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [])
  return (
    <div className="said" role="status">
      {booking && (
        <div className="note note-warm">
          <Info className="icon" />
          <p>
            <b>
              {booking.awaitsTransfer
                ? 'You have a booking waiting for your transfer'
                : 'You have a booking whose payment we are checking'}
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
