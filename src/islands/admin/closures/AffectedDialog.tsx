import { useStore } from '@nanostores/react'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatRange } from '#domain/calendar.ts'
import { QuietButton, SmallButton } from '#islands/ui/buttons.tsx'
import type { AffectedList } from '#stores/admin/closures/closure-edit.ts'
import { $closureEdit, cancelClosing, saveClosures } from '#stores/admin/closures/closures.ts'
import { DIALOG_FOOT, Dialog } from '../Dialog.tsx'
import { formatAffected } from '../format-affected.ts'
import { formatPlan } from '../format-plan.ts'
import { TableHead } from '../TableHead.tsx'
import { formatLocation } from './labels.ts'

interface Props {
  list: AffectedList
  locations: Readonly<Record<string, string>>
}

/** Lists what is booked on days before they are closed. */
export function AffectedDialog({ list, locations }: Props) {
  const { busy } = useStore($closureEdit)
  const { affected, affectedTours, affectedRooms } = list
  const bookings = new Set(affected.map(({ bookingId }) => bookingId)).size
  const reasons = new Set(affected.map(({ reason }) => reason))
  const isOne = bookings + affectedTours.length + affectedRooms.length === 1
  return (
    <Dialog
      title={`${formatAffected({ bookings, tours: affectedTours.length, rooms: affectedRooms.length })} ${isOne ? 'is' : 'are'} affected`}
      wide
      close={cancelClosing}
    >
      <div className="grid gap-4">
        <p>
          Saving cancels nothing. Afterwards this screen lists these bookings, tours and rooms with phone and email, so
          that you can move or cancel each one and write to the customer.
        </p>
        {affected.length > 0 && (
          <section>
            {renderHeading('Bookings', bookings)}
            <table className="table">
              <caption className="visually-hidden">Bookings on these days</caption>
              <TableHead columns={{ Name: 'sm:w-2/5', Plan: '', Days: 'right' }} />
              <tbody>
                {affected.map((booking) => (
                  <tr key={`${booking.bookingId} ${booking.closureId}`}>
                    <th scope="row" className="cell-name">
                      {booking.customerName}
                    </th>
                    <td className="cell-plan max-sm:col-span-full">
                      {formatPlan(booking)}, {booking.locationName}
                      {booking.state !== 'confirmed' && `: ${BOOKING_LABELS[booking.state].toLowerCase()}`}
                      {reasons.size > 1 && `, ${booking.reason}`}
                    </td>
                    <td className="cell-amount num">{formatRange(booking.startDate, booking.endDate)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {affectedRooms.length > 0 && (
          <section>
            {renderHeading('Rooms', affectedRooms.length)}
            <ul className="border-ledge border-t-2">
              {affectedRooms.map(({ reservationId, roomName, customerName, locationId, ...room }) => (
                <li key={reservationId} className="wrap-anywhere border-line border-b py-2">
                  {roomName} for {customerName}, {formatLocation(locationId, locations)}, {formatDate(room.date)},{' '}
                  {room.start}–{room.end}
                </li>
              ))}
            </ul>
          </section>
        )}
        {affectedTours.length > 0 && (
          <section>
            {renderHeading('Tours', affectedTours.length)}
            <ul className="border-ledge border-t-2">
              {affectedTours.map(({ tourId, name, locationId, date, time }) => (
                <li key={tourId} className="wrap-anywhere border-line border-b py-2">
                  Tour for {name}, {formatLocation(locationId, locations)}, {formatDate(date)} at {time}
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className={DIALOG_FOOT}>
          <SmallButton busy={busy} onClick={() => void saveClosures(list)}>
            {busy ? 'Saving…' : 'Save anyway'}
          </SmallButton>
          <QuietButton onClick={cancelClosing}>Cancel</QuietButton>
        </div>
      </div>
    </Dialog>
  )
}

const renderHeading = (title: string, count: number) => (
  <h3 className="pb-2 font-strong text-row-heading">
    {title} <span className="mute num">{count}</span>
  </h3>
)
