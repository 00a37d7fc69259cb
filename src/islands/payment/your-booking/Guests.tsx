import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatDate, formatLongDate, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { formatGuestDaysLeft } from '#domain/guest.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { addGuest, cancelGuest } from '#stores/payment/own-guests.ts'
import { CancellableItem } from './CancellableItem.tsx'
import { SECTION_FORM, SectionForm, useSectionForm } from './SectionForm.tsx'

type BookingGuests = NonNullable<BookingView['guests']>

interface Props {
  booking: BookingView
  guests: BookingGuests
}

const isClosed = ({ closedDays = [] }: BookingView, date: IsoDate): boolean =>
  closedDays.some(({ from, to }) => date >= from && date <= to)

/** Guest days that are left, the guests, and a form for another one. */
export default function Guests({ booking, guests }: Props) {
  const { isOpen, status, setStatus, opener, heading, close, open } = useSectionForm()
  if (!guests.canAdd && guests.list.length === 0) return null
  return (
    <section className={`mt-10 ${guests.list.length > 0 ? '' : 'no-print'}`} aria-labelledby="guests">
      <h2 className="display-3" id="guests" tabIndex={-1} ref={heading}>
        Guests
      </h2>
      <p className="soft mt-2">
        {formatGuestDaysLeft(guests, kathmanduDate(Date.parse(booking.now)))} Each guest uses one seat that day.
      </p>
      {guests.list.length > 0 && (
        <ul className="mt-3">
          {guests.list.map(({ guestId, date, name, canCancel }) => (
            <CancellableItem
              key={guestId}
              label={`Cancel the guest of ${formatLongDate(date)}${name && `, ${name}`}`}
              question={`Cancel the guest on ${formatDate(date, false)}${name && `, ${name}`}?`}
              action="Cancel this guest"
              canCancel={canCancel}
              onOpen={() => setStatus('')}
              cancel={() => cancelGuest(guestId)}
              cancelled={() => {
                setStatus(`The guest of ${formatLongDate(date)} is cancelled.`)
                heading.current?.focus()
              }}
            >
              <span className="num">{formatLongDate(date)}</span>
              {name && `, ${name}`}
              {isClosed(booking, date) && <span className="soft"> (we are closed)</span>}
            </CancellableItem>
          ))}
        </ul>
      )}
      {guests.canAdd && (
        <div className={`${SECTION_FORM} beside-question:hidden`}>
          <SecondaryButton ref={opener} aria-expanded={isOpen} onClick={open}>
            <UserPlus className="icon" />
            Add a guest
          </SecondaryButton>
          {isOpen && <GuestForm booking={booking} close={close} />}
        </div>
      )}
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
    </section>
  )
}

function GuestForm({ booking, close }: { booking: BookingView; close: (text?: string) => void }) {
  const today = kathmanduDate(Date.parse(booking.now))
  const first = booking.startDate > today ? booking.startDate : today
  const [date, setDate] = useState<string>(first)
  const [name, setName] = useState('')
  return (
    <SectionForm
      heading="Add a guest"
      action="Add guest"
      busyAction="Adding…"
      send={() => addGuest({ date, ...(name.trim() && { name }) })}
      onSent={() => close(`Your guest is expected on ${formatLongDate(date as IsoDate)}.`)}
      onBack={() => close()}
    >
      {(failed) => (
        <>
          <div className="field-row">
            <Field id="guest-date" label="Day" error={failed?.fields?.date}>
              {(control) => (
                <DateInput
                  {...control}
                  date={date}
                  min={first}
                  max={booking.endDate}
                  value={date}
                  onChange={({ target }) => setDate(target.value)}
                />
              )}
            </Field>
            <Field id="guest-name" label="Name" optional error={failed?.fields?.name}>
              {(control) => (
                <input
                  {...control}
                  autoComplete="off"
                  maxLength={120}
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                />
              )}
            </Field>
          </div>
          <Alert problem={failed?.problem} />
        </>
      )}
    </SectionForm>
  )
}
