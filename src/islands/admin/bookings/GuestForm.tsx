import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatLongDate } from '#domain/calendar.ts'
import { formatGuestDaysLeft } from '#domain/guest.ts'
import { ConfirmCancel } from '#islands/ui/ConfirmCancel.tsx'
import { announceGuest, cancelGuest } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { $today } from '#stores/today.ts'
import { Form } from '../form/Form.tsx'
import { bindFields, DateField, TextField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

/** The guests of a longer plan. */
export function Guests({ guests }: { guests: NonNullable<BookingDetail['guests']> }) {
  const today = useStore($today)
  const heading = useRef<HTMLHeadingElement>(null)
  const cancel = async (guestId: string) => {
    const isCancelled = await cancelGuest(guestId)
    // The button is gone with its guest.
    if (isCancelled) heading.current?.focus()
    return isCancelled
  }
  return (
    <section className="mt-5 border-line-2 border-t pt-3.5" aria-labelledby="booking-guests">
      <h3
        className="stretch-name font-strong text-body focus:outline-none"
        id="booking-guests"
        tabIndex={-1}
        ref={heading}
      >
        Guests
      </h3>
      <p className="small mute">{formatGuestDaysLeft(guests, today)}</p>
      <ul>
        {guests.list.map(({ guestId, date, name, canCancel }) => (
          <li key={guestId} className="flex flex-wrap items-center justify-between gap-x-3 text-small">
            <span className="wrap-anywhere">
              {formatLongDate(date)}
              {name && `, ${name}`}
            </span>
            {canCancel && (
              <ConfirmCancel
                label={`Cancel the guest of ${formatLongDate(date)}${name && `, ${name}`}`}
                confirmation="Cancel this guest"
                cancel={() => cancel(guestId)}
              />
            )}
          </li>
        ))}
      </ul>
      {guests.canAdd && <GuestForm />}
    </section>
  )
}

function GuestForm() {
  const { busy, fields } = useStore($bookingAction)
  const today = useStore($today)
  const [guest, setGuest] = useBookingFormDraft('guest', { date: today as string, name: '' })
  const field = bindFields(guest, (changed) => setGuest({ ...guest, ...changed }), fields)
  const send = async () => {
    if (await announceGuest(guest)) setGuest({ ...guest, name: '' })
  }
  return (
    <Form className={`mt-2 grid gap-3 ${COMPACT_FIELDS}`} button="Announce guest" isQuiet busy={busy} send={send}>
      <div className="grid grid-cols-2 items-start gap-3">
        <DateField id="guest-date" label="Day" {...field('date')} />
        <TextField id="guest-name" label="Name" optional {...field('name')} />
      </div>
    </Form>
  )
}
