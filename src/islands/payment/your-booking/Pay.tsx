import type { BookingView } from '#contract/bookings.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { payYourBooking } from '#stores/payment/your-booking.ts'

export default function Pay({ booking }: { booking: BookingView }) {
  return <Button onClick={payYourBooking}>{booking.status === 'held' ? 'Pay now' : 'Payment details'}</Button>
}
