import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatFailure } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { formatDate, formatInstant, formatRange } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import { describeReleases } from '#domain/release.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { Note } from '#islands/ui/Note.tsx'
import { $movePreview, loadMovePreview, moveSelected } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { now } from '#stores/clock.ts'
import { DateField } from '../form/fields.tsx'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { useRole } from '../useRole.ts'
import { BookingForm, type BookingFormProps } from './BookingForm.tsx'
import { getNotificationText } from './notification-text.ts'
import { describeCheckIn } from './timeline-facts.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

export function MoveForm({ detail, done }: BookingFormProps) {
  const { fields } = useStore($bookingAction)
  const { move: preview, failure } = useStore($movePreview)
  const [startDate, setStartDate] = useBookingFormDraft<string>('act/move', '')
  const { bookingId, version } = detail
  const { freeUntil, paid, refund } = detail.cancellation
  // Reloaded when a colleague changes the booking, because its own seats may differ by then.
  useEffect(() => void loadMovePreview(bookingId, startDate), [bookingId, version, startDate])
  const guestDays = preview && { from: preview.startDate, to: preview.endDate }
  const releases = guestDays && describeReleases(detail, now(), { guestDays })
  const checkIn = describeCheckIn(detail)
  const error = fields.startDate ?? failure?.fields?.startDate
  return (
    <BookingForm
      button={detail.state === 'needs_decision' ? 'Move and confirm' : 'Move the booking'}
      run={moveSelected}
      done={done}
    >
      <DateField
        id="booking-start"
        label="New first day"
        hint={`Current first day: ${formatDate(detail.startDate)}`}
        error={error}
        value={startDate}
        onChange={setStartDate}
      />
      <div className={startDate && 'min-h-move-preview'} role="status">
        {!startDate && <p className="mute">Choose a day to see its free seats and price.</p>}
        {preview && (
          <>
            <p>
              <b>{formatRange(preview.startDate, preview.endDate)}</b>
              {preview.startTime && `, ${preview.startTime}–${preview.endTime}`}
            </p>
            <p className={preview.free < preview.seats ? 'error' : 'mute'}>{formatFreeSeats(preview.free)}</p>
            {preview.closedDays.length > 0 && (
              <p>Closed on some of these days: {formatClosedDays(preview.closedDays)}.</p>
            )}
            {releases && <p>{releases}</p>}
            <PriceComparison newPrice={preview.totalAmount} detail={detail} />
          </>
        )}
        {failure && !failure.fields && <p className="error">{formatFailure(failure)}</p>}
      </div>
      {checkIn && <Note className="note-warm">{checkIn}</Note>}
      <p className="small mute">
        {getNotificationText(detail, 'The customer gets an email with the new dates.')}
        {detail.membership && ' The membership moves too.'}
        {holdsSeats(detail.state) &&
          paid > 0 &&
          refund === 0 &&
          ` Free cancellation ended ${formatInstant(Date.parse(freeUntil))}; new dates do not change that.`}
      </p>
    </BookingForm>
  )
}

function formatFreeSeats(free: number): string {
  if (free <= 0) return 'No seat is free on all of these days.'
  return free === 1
    ? '1 seat is free on the fullest of these days.'
    : `${free} seats are free on the fullest of these days.`
}

function PriceComparison({ newPrice, detail }: { newPrice: Paisa | null; detail: BookingDetail }) {
  const mayRefund = hasRoleAtLeast(useRole(), 'manager')
  const { totalAmount: originalPrice, payments } = detail
  if (newPrice === null) return <p className="mute">No longer sold. The booking keeps its original price.</p>
  if (newPrice === originalPrice) return <p className="mute">The price is the same: {npr(originalPrice)}.</p>
  const paidPayment = payments.find(({ received, refunded }) => (received ?? 0) > refunded)
  return (
    <>
      <DrawerFacts
        facts={{
          'Original price': npr(originalPrice),
          'Price of the new dates': npr(newPrice),
          [newPrice > originalPrice ? 'Increase' : 'Decrease']: <b>{npr(paisa(Math.abs(newPrice - originalPrice)))}</b>,
        }}
      />
      <p className="mute">
        The booking keeps its price. Nothing is charged or refunded automatically. Both prices are recorded in the audit
        log.{' '}
        {newPrice > originalPrice &&
          'If you collect the difference, record it with this booking after it is moved and confirmed.'}
        {newPrice < originalPrice && paidPayment && !mayRefund && 'A manager can refund the difference.'}
        {newPrice < originalPrice && paidPayment && mayRefund && (
          <>
            Refund the difference{' '}
            <a className="link" href={`/admin/payments?open=${encodeURIComponent(paidPayment.paymentId)}`}>
              from its payment
            </a>
            , once it is moved.
          </>
        )}
      </p>
    </>
  )
}
