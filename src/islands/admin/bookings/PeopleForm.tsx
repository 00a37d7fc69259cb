import { useStore } from '@nanostores/react'
import { savePeople } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { TextField } from '../form/fields.tsx'
import { BookingForm, type BookingFormProps } from './BookingForm.tsx'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

/** The names of the people on the seats of a booking. */
export function PeopleForm({ detail, done }: BookingFormProps) {
  const { fields } = useStore($bookingAction)
  const [touched, setTouched] = useBookingFormDraft<Readonly<Record<number, string>>>('act/people', {})
  const people = detail.people.map((name, seat) => touched[seat] ?? name)
  return (
    <BookingForm button="Save names" run={() => savePeople(people)} done={done}>
      {people.map((name, seat) => (
        <TextField
          key={seat}
          id={`booking-person-${seat + 1}`}
          label={`Person ${seat + 1}`}
          optional
          autoFocus={seat === 0}
          maxLength={120}
          error={fields[`people.${seat}`]}
          value={name}
          onChange={(typed) => setTouched({ ...touched, [seat]: typed })}
        />
      ))}
    </BookingForm>
  )
}
