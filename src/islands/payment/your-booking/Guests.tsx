import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatLongDate, formatRange, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { announceGuest, cancelGuest } from '#stores/payment/own-guests.ts'
import { ConfirmCancel } from './ConfirmCancel.tsx'
import { SectionForm, useSectionForm } from './SectionForm.tsx'

type BookingGuests = NonNullable<BookingView['guests']>

interface Props {
  booking: BookingView
  guests: BookingGuests
}

/** Guest days that are left, the guests, and a form for another one. */
export default function Guests({ booking, guests }: Props) {
  const { isOpen, status, setStatus, opener, close, toggle } = useSectionForm()
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
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
    <section className="mt-10" aria-labelledby="guests">
      <h2 className="display-3" id="guests" tabIndex={-1} ref={heading}>
        Guests
      </h2>
      <p className="soft mt-2">{formatGuestDays(booking, guests)}</p>
      {guests.list.length > 0 && (
        <ul className="mt-3">
          {guests.list.map(({ guestId, date, name, canCancel }) => (
            <li key={guestId} className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2">
              <span>
                <span className="num">{formatLongDate(date)}</span>
                {name && <span className="wrap-anywhere">, {name}</span>}
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
        <p className="no-print mt-4 flex max-sm:*:flex-auto">
          <SecondaryButton
            ref={opener}
            aria-expanded={isOpen}
            onClick={() => {
              setProblem(undefined)
              toggle()
            }}
          >
            <UserPlus className="icon" />
            Announce a guest
          </SecondaryButton>
        </p>
      )}
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
      <Alert problem={problem} />
      {isOpen && <GuestForm booking={booking} close={close} />}
    </section>
  )
}

/** `2 of 5 included guest days left, 10 Dec 2026 – 9 Jan 2027. 3 bought guest passes left.` */
function formatGuestDays({ now }: BookingView, { included, bought }: BookingGuests): string {
  const today = kathmanduDate(Date.parse(now))
  const month = included.find(({ to }) => to >= today) ?? included.at(-1)
  return [
    month &&
      month.guests > 0 &&
      `${month.left} of ${month.guests} included guest days left, ${formatRange(month.from, month.to)}.`,
    bought > 0 && `${bought} bought guest ${bought === 1 ? 'pass' : 'passes'} left.`,
    'Each guest takes a seat of that day.',
  ]
    .filter(Boolean)
    .join(' ')
}

function GuestForm({ booking, close }: { booking: BookingView; close: (text?: string) => void }) {
  const today = kathmanduDate(Date.parse(booking.now))
  const first = booking.startDate > today ? booking.startDate : today
  const [date, setDate] = useState<string>(first)
  const [name, setName] = useState('')
  return (
    <SectionForm
      label="Announce a guest"
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
                <input
                  {...control}
                  type="date"
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
