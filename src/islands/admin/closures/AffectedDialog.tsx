import { useStore } from '@nanostores/react'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatRange } from '#domain/calendar.ts'
import { QuietButton, SmallButton } from '#islands/ui/buttons.tsx'
import type { AffectedList } from '#stores/admin/closures/closure-edit.ts'
import { $closureEdit, cancelClosing, saveClosures } from '#stores/admin/closures/closures.ts'
import { DIALOG_FOOT, Dialog } from '../Dialog.tsx'
import { formatAffected } from '../format-affected.ts'
import { formatCount } from '../format-count.ts'
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
  const isOne = bookings + affectedTours.length + affectedRooms.length === 1
  return (
    <Dialog
      title={`${formatAffected({ bookings, tours: affectedTours.length, rooms: affectedRooms.length })} ${isOne ? 'is' : 'are'} affected`}
      wide
      close={cancelClosing}
    >
      <div className="grid gap-4">
        <p>
          Saving cancels nothing. Afterwards this screen lists these bookings, tours and rooms, so that you can move or
          cancel each one and write to the customer.
        </p>
        {affected.length > 0 && (
          <table className="table">
            <caption className="visually-hidden">Bookings on these days</caption>
            <TableHead columns={{ Name: 'sm:w-2/5', Plan: '', Days: '' }} />
            <tbody>
              {affected.map((booking) => (
                <tr key={`${booking.bookingId} ${booking.closureId}`}>
                  <th scope="row" className="cell-name max-sm:col-span-full">
                    {booking.customerName}
                    <small className="block font-text text-ink-3 text-label">{booking.phone}</small>
                    <small className="wrap-anywhere block font-text text-ink-3 text-label">
                      {/* A long address breaks before its domain. */}
                      {booking.email.split('@')[0]}
                      <wbr />
                      {booking.email.replace(/^[^@]*/, '')}
                    </small>
                  </th>
                  <td className="cell-plan max-sm:col-span-full">
                    {formatPlan(booking)}, {booking.locationName}
                    {booking.state !== 'confirmed' && `: ${BOOKING_LABELS[booking.state].toLowerCase()}`}
                  </td>
                  <td className="num max-sm:col-span-full">
                    {formatRange(booking.startDate, booking.endDate)}
                    <small className="block text-ink-3 text-label">
                      {formatCount(booking.closedDays, 'closed day')}: {booking.reason}
                    </small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {affectedRooms.length > 0 && (
          <ul className="border-ledge border-t-2">
            {affectedRooms.map(({ reservationId, roomName, customerName, phone, email, locationId, ...room }) => (
              <li key={reservationId} className="wrap-anywhere border-line border-b py-2">
                {roomName} for {customerName}, {formatLocation(locationId, locations)}, {formatDate(room.date)},{' '}
                {room.start}–{room.end}, {phone || email}
              </li>
            ))}
          </ul>
        )}
        {affectedTours.length > 0 && (
          <ul className="border-ledge border-t-2">
            {affectedTours.map(({ tourId, name, phone, email, locationId, date, time }) => (
              <li key={tourId} className="wrap-anywhere border-line border-b py-2">
                Tour for {name}, {formatLocation(locationId, locations)}, {formatDate(date)} at {time}, {phone || email}
              </li>
            ))}
          </ul>
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
