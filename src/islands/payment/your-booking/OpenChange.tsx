import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { isOpenAttempt } from '#domain/payment.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { keepOldDates } from '#stores/payment/move.ts'
import { payYourBooking } from '#stores/payment/your-booking.ts'
import { ChangeSection } from './ChangeSection.tsx'
import { formatDates } from './format-dates.ts'
import { isAmountInQuestion } from './state-copy.ts'
import { useHeadingFocus } from './useHeadingFocus.ts'

type Change = NonNullable<BookingView['change']>

/** New dates that wait for their payment. Until it has started, the customer can keep the old ones instead. */
export const OpenChange = ({ change }: { change: Change }) =>
  isAmountInQuestion(change) ? (
    <ChangeSection heading="We are checking your payment">
      <p>
        The payment for {formatDates(change)} has a different amount. Our staff will check it and write to you. Please
        do not pay again.
      </p>
    </ChangeSection>
  ) : (
    <ChangeSection
      heading={
        <>
          New dates: <span className="inline-block">{formatDates(change)}</span>
        </>
      }
    >
      <p>
        They cost {npr(change.amount)} more. We hold them until {formatInstant(Date.parse(change.expiresAt))} (Kathmandu
        time).
      </p>
      <Choices change={change} />
    </ChangeSection>
  )

function Choices({ change }: { change: Change }) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isPaymentStarted = change.payments.some(({ state }) => isOpenAttempt(state))
  useHeadingFocus()

  async function keep() {
    setSending(true)
    setProblem(await keepOldDates())
    setSending(false)
  }

  return (
    <>
      <p className="button-row">
        <Button onClick={payYourBooking}>Pay {npr(change.amount)}</Button>
        {!isPaymentStarted && (
          <SecondaryButton busy={isSending} onClick={() => !isSending && void keep()}>
            {isSending ? 'Releasing…' : 'Keep my old dates'}
          </SecondaryButton>
        )}
      </p>
      <p className="text-ink-2 text-small">
        {isPaymentStarted
          ? 'You have started a payment. If it does not arrive in time, we release the new dates.'
          : 'If you keep your old dates, we release the new ones at once. You can then still move online to dates that cost the same or less.'}
      </p>
      <Alert problem={problem} />
    </>
  )
}
