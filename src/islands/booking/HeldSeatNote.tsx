import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { formatDate, formatInstant, type IsoDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { Note } from '#islands/ui/Note.tsx'
import { $heldSeat, $offerEnd } from '#stores/booking/held-seat.ts'
import { $sales } from '#stores/booking/sales.ts'
import { isSoldOut, type Wizard } from './wizard.ts'

/** For a visitor who opened the link of an offer. */
export default function HeldSeatNote({ wizard }: { wizard: Wizard }) {
  const held = useStore($heldSeat)
  const end = useStore($offerEnd)
  const { today } = useStore($sales)
  const name = wizard.offering.locations.find(({ id }) => id === held?.locationId)?.name ?? held?.locationId
  return (
    <>
      {held && (
        <Note className="note-good" icon={Check}>
          <b>We hold a seat for you</b> at {name} on {formatDate(held.date)}, until{' '}
          {formatEnd(Date.parse(held.expiresAt), today)} (Kathmandu time). Book it before then.
        </Note>
      )}
      {end === 'expired' && !(wizard.step === 2 && isSoldOut(wizard)) && (
        <Note className="note-warm">
          <b>The seat is no longer held for you.</b> You can book if a seat is free on this day, choose another day, or
          join the waiting list again.
        </Note>
      )}
      {end === 'taken' && (
        <Note className="note-warm">
          <b>This seat is booked already</b> with the link that you opened.{' '}
          <a href="/your-booking">Find your booking</a>
        </Note>
      )}
      {end === 'closed' && (
        <Note className="note-warm">
          <b>The seat is no longer held for you,</b> because we are closed on this day now. Choose another day.
        </Note>
      )}
    </>
  )
}

const formatEnd = (end: number, today: IsoDate): string =>
  kathmanduDate(end) === today ? `${kathmanduTime(end)} today` : formatInstant(end)
