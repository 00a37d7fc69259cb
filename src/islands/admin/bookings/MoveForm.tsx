import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect } from 'react'
import type { BookingDetail } from '#contract/admin/booking.ts'
import { formatRange, type IsoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $preview, move, preview } from '#stores/admin/bookings/acts.ts'
import { $acting } from '#stores/admin/bookings/opened.ts'
import { messageOf } from '#stores/api.ts'
import { useTypedHere } from './useTypedHere.ts'

/** Other dates: which days, whether there are seats and what they would cost today, before anything is done. */
export function MoveForm({ detail, done }: { detail: BookingDetail; done: () => void }) {
  const { busy, fields } = useStore($acting)
  const { move: planned, failure } = useStore($preview)
  const [typed, setTyped] = useTypedHere('act/move', detail.startDate)
  const { bookingId, version } = detail
  const startDate = typed
  // Asked anew when somebody else has changed the booking: other seats may be its own by then.
  useEffect(() => void preview(bookingId, startDate), [bookingId, version, startDate])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await move()) done()
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
            onChange={({ target }) => setTyped(target.value)}
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
            <p className={planned.free < planned.seats ? 'error' : 'mute'}>{seatsSaid(planned.free)}</p>
            <p className="mute">{priceSaid(planned.totalAmount, detail.totalAmount)}</p>
          </>
        )}
        {failure && !failure.fields && <p className="error">{messageOf(failure)}</p>}
      </div>
      <div className="drawer-actions">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          {detail.state === 'needs_decision' ? 'Move and confirm' : 'Move the booking'}
        </button>
      </div>
      <p className="small mute">
        The customer gets a mail with the new dates{detail.membership && ', and the membership follows'}.
      </p>
    </form>
  )
}

function seatsSaid(free: number): string {
  if (free <= 0) return 'No seat is free on all of these days.'
  return free === 1
    ? '1 seat is free on the fullest of these days.'
    : `${free} seats are free on the fullest of these days.`
}

function priceSaid(now: number | null, placed: number): string {
  if (now === null) return 'This is not sold any more; its price stays as it was placed.'
  const difference = now - placed
  if (difference === 0) return 'The price is the same.'
  const more = difference > 0 ? 'more' : 'less'
  return `Booked today these days cost ${npr(now as Paisa)}, ${npr(Math.abs(difference) as Paisa)} ${more}. Nothing is charged or sent back by itself.`
}
