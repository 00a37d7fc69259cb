import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { cancelSelected, rejectSelected } from '#stores/admin/bookings/actions.ts'
import { getNotificationText } from './notification-text.ts'
import { ReasonForm } from './ReasonForm.tsx'

interface Props {
  detail: Pick<BookingDetail, 'cancellation' | 'email' | 'membership' | 'payments' | 'phone'>
  done: () => void
}

/** Shows what the refund rule returns before anything is cancelled. */
export function CancelForm({ detail, done }: Props) {
  const { cancellation, membership, payments } = detail
  const { kept, refund, guarantee } = cancellation
  const unknown = payments.some(({ state, received }) => state === 'mismatch' && received === null)
  const until = formatInstant(Date.parse(cancellation.freeUntil))
  return (
    <ReasonForm label="Why it is cancelled" button="Cancel this booking" bad run={cancelSelected} done={done}>
      <div className="note">
        <div>
          {unknown && (
            <p>
              <b>A payment does not match,</b> and what came with it is not known: nothing of it is promised. Whatever
              did come is sent back at that payment.
            </p>
          )}
          {kept === 0 && !unknown && <p>Nothing was paid, so nothing goes back.</p>}
          {kept > 0 && refund > 0 && (
            <p>
              <b>{npr(refund as Paisa)} goes back:</b> all that was paid, as cancellations are free until {until}.
            </p>
          )}
          {kept > 0 && refund === 0 && (
            <p>
              <b>Nothing goes back by itself:</b> cancelling was free until {until}. {npr(kept as Paisa)} was paid; a
              manager may still give some of it back, with a reason.
            </p>
          )}
          {guarantee && <p>The 30-day guarantee of a first membership still runs.</p>}
          <p>
            The seats are free at once. {getNotificationText(detail, 'The customer gets a mail.')}
            {kept > 0 && ' The refund itself is made at its payment.'}
            {membership && ' The membership that came with it ends.'}
          </p>
        </div>
      </div>
    </ReasonForm>
  )
}

interface RejectProps {
  detail: Parameters<typeof getNotificationText>[0]
  done: () => void
}

export const RejectForm = ({ detail, done }: RejectProps) => (
  <ReasonForm
    label="Why it is rejected"
    hint={`${getNotificationText(detail, 'The customer reads this in a mail.')} The seats are free at once.`}
    button="Reject this booking"
    bad
    run={rejectSelected}
    done={done}
  />
)
