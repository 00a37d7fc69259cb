import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { describeLostHours, describeReleases } from '#domain/release.ts'
import { cancelSelected, rejectSelected } from '#stores/admin/bookings/actions.ts'
import { now } from '#stores/clock.ts'
import { getNotificationText } from './notification-text.ts'
import { ReasonForm } from './ReasonForm.tsx'
import { describeCheckIn } from './timeline-facts.ts'

interface Props {
  detail: Pick<
    BookingDetail,
    'cancellation' | 'customerName' | 'email' | 'guests' | 'membership' | 'payments' | 'phone' | 'rooms' | 'timeline'
  >
  done: () => void
}

export function CancelForm({ detail, done }: Props) {
  const { cancellation, membership, payments } = detail
  const { paid, refund, guarantee, isClosedDay } = cancellation
  const isAmountUnknown = payments.some(({ state, received }) => state === 'mismatch' && received === null)
  const checkIn = describeCheckIn(detail)
  const until = formatInstant(Date.parse(cancellation.freeUntil))
  return (
    <ReasonForm
      label="Reason for cancelling"
      button="Cancel this booking"
      cancelLabel="Keep the booking"
      isIrreversible
      run={cancelSelected}
      done={done}
    >
      <div className="note border-0 bg-transparent p-0">
        <div className="*:not-first:mt-1.5">
          {checkIn && (
            <p>
              <b>{checkIn}</b>
            </p>
          )}
          {isAmountUnknown && (
            <p>
              <b>A payment does not match,</b> and the amount received is unknown, so no refund is promised. If money
              was received, refund it from that payment.
            </p>
          )}
          {paid === 0 && !isAmountUnknown && <p>Nothing was paid, so there is no refund.</p>}
          {paid > 0 && refund > 0 && (
            <p>
              <b>Refund of {npr(refund)}:</b> the full amount, because{' '}
              {isClosedDay ? 'we are closed on this day' : `cancellation is free until ${until}`}.
            </p>
          )}
          {paid > 0 && refund === 0 && (
            <p>
              <b>No refund is due:</b> free cancellation ended {until}. {npr(paid)} was paid. A manager can still refund
              part of it, with a reason.
            </p>
          )}
          {guarantee && <p>The 30-day guarantee of a first membership still applies.</p>}
          <p>
            The seats are released immediately. {describeReleases(detail, now())}{' '}
            {paid > 0 && refund === 0 && describeLostHours(detail.rooms?.balance.bought ?? 0)}{' '}
            {getNotificationText(detail, 'The customer gets an email.')}
            {refund > 0 && ' Send the refund from the payment.'}
            {membership &&
              (membership.isRenewal
                ? ' Its days are removed from the membership.'
                : ' Its membership ends unless it was renewed.')}
          </p>
        </div>
      </div>
    </ReasonForm>
  )
}

export const RejectForm = ({ detail, done }: { detail: Pick<BookingDetail, 'email' | 'phone'>; done: () => void }) => (
  <ReasonForm
    label="Reason for rejecting"
    hint={`${getNotificationText(detail, 'The customer receives this in an email.')} The seats are released immediately.`}
    button="Reject this booking"
    isIrreversible
    run={rejectSelected}
    done={done}
  />
)
