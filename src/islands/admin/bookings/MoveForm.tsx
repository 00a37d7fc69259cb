import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { holdsSeats } from '#domain/booking.ts'
import { formatInstant, formatRange, type IsoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $movePreview, loadMovePreview, moveSelected } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { $session } from '#stores/admin/session/session.ts'
import { formatFailure } from '#stores/api.ts'
import { getNotificationText } from './notification-text.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

/** Other dates: which days, whether there are seats and what they would cost today, before anything is done. */
export function MoveForm({ detail, done }: { detail: BookingDetail; done: () => void }) {
  const { busy, fields } = useStore($action)
  const { move: planned, failure } = useStore($movePreview)
  const [startDate, setStartDate] = useBookingFormDraft('act/move', detail.startDate)
  const { bookingId, version } = detail
  // Asked anew when somebody else has changed the booking: other seats may be its own by then.
  useEffect(() => void loadMovePreview(bookingId, startDate), [bookingId, version, startDate])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await moveSelected()) done()
  }
  const error = fields.startDate ?? failure?.fields?.startDate
  return (
    <form className="drawer-form" noValidate onSubmit={submit}>
      <Field id="booking-start" label="New first day" error={error}>
        {(control) => (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
            autoFocus
            type="date"
            value={startDate}
            onChange={({ target }) => setStartDate(target.value)}
          />
        )}
      </Field>
      <div className="booking-preview" role="status">
        {planned && (
          <>
            <p>
              <b>{formatRange(planned.startDate as IsoDate, planned.endDate as IsoDate)}</b>
              {planned.startTime && `, ${planned.startTime}–${planned.endTime}`}
            </p>
            <p className={planned.free < planned.seats ? 'error' : 'mute'}>{formatFreeSeats(planned.free)}</p>
            <PriceComparison now={planned.totalAmount} detail={detail} />
          </>
        )}
        {failure && !failure.fields && <p className="error">{formatFailure(failure)}</p>}
      </div>
      <div className="drawer-actions">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          {detail.state === 'needs_decision' ? 'Move and confirm' : 'Move the booking'}
        </button>
      </div>
      <p className="small mute">
        {getNotificationText(detail, 'The customer gets a mail with the new dates.')}
        {detail.membership && ' The membership follows.'}
        <FreeCancellationNote detail={detail} />
      </p>
    </form>
  )
}

/** That new dates make nobody's money free again, where that time is over. */
function FreeCancellationNote({ detail: { state, cancellation } }: { detail: BookingDetail }) {
  const { freeUntil, kept, refund } = cancellation
  return holdsSeats(state) && kept > 0 && refund === 0
    ? ` Cancelling was free until ${formatInstant(Date.parse(freeUntil))}, and new dates do not change that.`
    : null
}

function formatFreeSeats(free: number): string {
  if (free <= 0) return 'No seat is free on all of these days.'
  return free === 1
    ? '1 seat is free on the fullest of these days.'
    : `${free} seats are free on the fullest of these days.`
}

/** The price that the booking has, that of these days today, and what becomes of the difference: nothing by itself. */
function PriceComparison({ now, detail }: { now: number | null; detail: BookingDetail }) {
  const session = useStore($session)
  const { totalAmount: placed, payments } = detail
  if (now === null) return <p className="mute">This is not sold any more; its price stays as it was placed.</p>
  if (now === placed) return <p className="mute">The price is the same: {npr(placed as Paisa)}.</p>
  const paid = payments.find(({ received, refunded }) => (received ?? 0) > refunded)
  const mayRefund = session.state === 'open' && hasRoleAtLeast(session.who.role, 'manager')
  return (
    <>
      <dl className="drawer-facts">
        <div>
          <dt>Placed at</dt>
          <dd className="num">{npr(placed as Paisa)}</dd>
        </div>
        <div>
          <dt>These days today</dt>
          <dd className="num">{npr(now as Paisa)}</dd>
        </div>
        <div>
          <dt>{now > placed ? 'More' : 'Less'}</dt>
          <dd className="num">
            <b>{npr(Math.abs(now - placed) as Paisa)}</b>
          </dd>
        </div>
      </dl>
      <p className="mute">
        The booking keeps its price, nothing is charged or sent back by itself, and both prices stand in the audit.{' '}
        {now > placed && 'If you take the difference, record it with this booking once it is moved and confirmed.'}
        {now < placed && paid && !mayRefund && 'A manager may send the difference back.'}
        {now < placed && paid && mayRefund && (
          <>
            Send the difference back{' '}
            <a className="link" href={`/admin/payments?open=${encodeURIComponent(paid.paymentId)}`}>
              at its payment
            </a>
            , once it is moved.
          </>
        )}
      </p>
    </>
  )
}
