import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { isOpenAttempt } from '#domain/payment.ts'
import { formatRoomHours } from '#domain/room-hours.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { payYourBooking } from '#stores/payment/your-booking.ts'
import { ChangeSection } from './ChangeSection.tsx'

/** Room hours that wait for their payment. */
export function OpenPurchase({ change }: { change: NonNullable<BookingView['change']> }) {
  const hours = formatRoomHours(change.minutes ?? 0)
  if (change.payments.some(({ state }) => state === 'mismatch'))
    return (
      <ChangeSection heading="We are checking your payment">
        <p>
          The payment for {hours} has a different amount. Our staff will check it and write to you. Please do not pay
          again.
        </p>
      </ChangeSection>
    )
  return (
    <ChangeSection heading="Your meeting-room hours are not paid yet">
      <p>
        We add {hours} to your booking when you have paid. You can pay until{' '}
        {formatInstant(Date.parse(change.expiresAt))} (Kathmandu time).
      </p>
      <p className="button-row">
        <Button onClick={payYourBooking}>Pay {npr(change.amount)}</Button>
      </p>
      {change.payments.some(({ state }) => isOpenAttempt(state)) && (
        <p className="text-ink-2 text-small">
          You have started a payment. If it does not arrive in time, no hours are added.
        </p>
      )}
    </ChangeSection>
  )
}
