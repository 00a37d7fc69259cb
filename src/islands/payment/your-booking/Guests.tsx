import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatLongDate, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { formatGuestDaysLeft } from '#domain/guest.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { ConfirmCancel } from '#islands/ui/ConfirmCancel.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { announceGuest, cancelGuest } from '#stores/payment/own-guests.ts'
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
  const [problem, setProblem] = useState<string>()
  async function cancel(guestId: string, text: string) {
    const failed = await cancelGuest(guestId)
    setProblem(failed && (failed.problem ?? Object.values(failed.fields ?? {})[0]))
    setStatus(failed ? '' : text)
    // The button that was pressed is gone.
    if (!failed) heading.current?.focus()
    return !failed
  }
  if (!guests.canAdd && guests.list.length === 0) return null
  return (
    <section className={`mt-10 ${guests.list.length > 0 ? '' : 'no-print'}`} aria-labelledby="guests">
      <h2 className="display-3" id="guests" tabIndex={-1} ref={heading}>
        Guests
      </h2>
      <p className="soft mt-2">
        {formatGuestDaysLeft(guests, kathmanduDate(Date.parse(booking.now)))} Each guest takes a seat of that day.
      </p>
      {guests.list.length > 0 && (
        <ul className="mt-3">
          {guests.list.map(({ guestId, date, name, canCancel }) => (
            <li key={guestId} className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2">
              <span>
                <span className="num">{formatLongDate(date)}</span>
                {name && <span className="wrap-anywhere">, {name}</span>}
                {isClosed(booking, date) && <span className="soft"> (we are closed)</span>}
              </span>
              {canCancel && (
                <ConfirmCancel
                  label={`Cancel the guest of ${formatLongDate(date)}${name && `, ${name}`}`}
                  confirmation="Cancel this guest"
                  cancel={() => cancel(guestId, `The guest of ${formatLongDate(date)} is cancelled.`)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {guests.canAdd && (
        <div className={SECTION_FORM}>
          <SecondaryButton
            ref={opener}
            aria-expanded={isOpen}
            onClick={() => {
              setProblem(undefined)
              open()
            }}
          >
            <UserPlus className="icon" />
            Announce a guest
          </SecondaryButton>
          {isOpen && <GuestForm booking={booking} close={close} />}
        </div>
      )}
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
      <Alert problem={problem} />
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
      heading="Announce a guest"
      action="Announce guest"
      busyAction="Announcing…"
      send={() => announceGuest({ date, ...(name.trim() && { name }) })}
      onSent={() => close(`Your guest is announced for ${formatLongDate(date as IsoDate)}.`)}
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
