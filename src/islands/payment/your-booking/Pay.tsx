import type { BookingView } from '#contract/bookings.ts'
import { npr } from '#domain/money.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { payYourBooking } from '#stores/payment/your-booking.ts'

export default function Pay({ booking }: { booking: BookingView }) {
  const label = booking.status === 'held' ? `Pay ${npr(booking.totalAmount)}` : 'Payment details'
  return <Button onClick={payYourBooking}>{label}</Button>
}
