import type { BookingView } from '#contract/bookings.ts'
import Guests from './Guests.tsx'
import People from './People.tsx'
import Rooms from './Rooms.tsx'

/** Sections below the actions; one file, which the edition without a server leaves out. */
export default function LaterSections({ booking }: { booking: BookingView }) {
  const { people, guests, rooms } = booking
  return (
    <div className="behind-form:hidden">
      {people && <People booking={booking} people={people} />}
      {guests && <Guests booking={booking} guests={guests} />}
      {rooms && <Rooms booking={booking} rooms={rooms} />}
    </div>
  )
}
