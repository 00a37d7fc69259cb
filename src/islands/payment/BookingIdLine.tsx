import { useStore } from '@nanostores/react'
import { $booking } from '#stores/payment/booking.ts'

/** For questions to us. */
export function BookingIdLine() {
  const bookingId = useStore($booking)?.bookingId
  return (
    bookingId && (
      <p className="soft mt-5">
        Your booking ID is <b className="num wrap-anywhere">{bookingId}</b>.
      </p>
    )
  )
}
