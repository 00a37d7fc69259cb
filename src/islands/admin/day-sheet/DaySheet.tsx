import { useStore } from '@nanostores/react'
import { Printer } from 'lucide-react'
import { formatLongDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { daySheet, type Sheet } from '#stores/admin/desk/day-sheet.ts'
import { ArrivalProblem } from '../ArrivalToggle.tsx'
import { ClosedDayNote } from '../ClosedDayNote.tsx'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { formatAffected } from '../format-affected.ts'
import { LocationDayFields } from '../LocationDayFields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { formatPurpose } from '../rooms/format-purpose.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { TableHead } from '../TableHead.tsx'
import { TourProblem, ToursTable } from '../tours/ToursTable.tsx'
import { DaySheetGroup, hasStatus } from './DaySheetGroup.tsx'
import { HandoverForm } from './HandoverForm.tsx'
import { WriteToEveryone } from './WriteToEveryone.tsx'

const { read: readSheet } = daySheet

export default createStaffScreen(
  '/admin/day-sheet',
  {
    read: daySheet.open,
    receiveBooking: () => void readSheet(),
    receiveRooms: () => void readSheet(),
    receiveTour: () => void readSheet(),
    receiveClosures: () => void readSheet(),
    receiveCapacity: () => void readSheet(),
  },
  DaySheet,
)

function DaySheet({ locations }: Pick<ScreenProps, 'locations'>) {
  const { location, date, data: sheet, failure } = useStore(daySheet.$day, { ssr: 'initial' })
  return (
    <>
      <ScreenHead title="Day sheet">
        <div className="flex items-center gap-4 print:hidden">
          {sheet && <WriteToEveryone sheet={sheet} />}
          <QuietButton disabled={!sheet} onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
            Print
          </QuietButton>
        </div>
      </ScreenHead>
      <LocationDayFields id="sheet" locations={locations} location={location} date={date} screen={daySheet} />
      <LoadState data={sheet} failure={failure} retry={readSheet} />
      {sheet && <DaySheetTable sheet={sheet} />}
    </>
  )
}

function DaySheetTable({ sheet }: { sheet: Sheet }) {
  const { people, tours, rooms, date, seats, taken, blocked } = sheet
  const affected = formatAffected({
    bookings: people.length,
    tours: tours.length,
    rooms: rooms.filter(({ booking }) => booking).length,
  })
  const arriving = people.filter(({ startDate }) => startDate === date)
  const here = people.reduce((sum, { arrivedSeats }) => sum + arrivedSeats, 0)
  const staying = people.filter(({ startDate }) => startDate !== date)
  return (
    <>
      <div role="status">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
          <h2 className="heading-4">
            {/* The field above shows it, and phones have little space. */}
            <span className="max-sm:sr-only print:not-sr-only">{sheet.locationName}, </span>
            {formatLongDate(date)}
          </h2>
          <p className="num whitespace-normal">
            {taken} of {seats} seats booked, {blocked > 0 && `${blocked} blocked, `}
            {here} here, {sheet.closed ? 'usually open' : 'open'}{' '}
            <span className="whitespace-nowrap">
              {sheet.opens}–{sheet.closes}
            </span>
          </p>
        </div>
        {sheet.closed && (
          <ClosedDayNote reason={sheet.closed} nextOpenDay={sheet.nextOpenDay} screen={daySheet} dateId="sheet-date">
            {affected && `${affected} to move or cancel.`}
          </ClosedDayNote>
        )}
      </div>
      <HandoverForm key={`${sheet.locationId}/${date}/${sheet.handover.version}`} sheet={sheet} />
      <ArrivalProblem people={people} />
      {people.length === 0 && (
        <EmptyState title="No bookings found.">
          Bookings of this location on this day appear here. Choose another day or location above.
        </EmptyState>
      )}
      {people.length > 0 && (
        <table className="mb-6 table print:mb-3 print:text-9pt">
          <caption className="visually-hidden">Expected and arrived customers</caption>
          <TableHead
            columns={{
              Name: '',
              Plan: '',
              Hours: '',
              Dates: '',
              Payment: 'right',
              ...(hasStatus(sheet) && { Status: 'sm:pl-6' }),
              Here: 'text-right',
            }}
          />
          {arriving.length > 0 && <DaySheetGroup title="Arriving" people={arriving} sheet={sheet} />}
          {staying.length > 0 && <DaySheetGroup title="Staying from earlier days" people={staying} sheet={sheet} />}
        </table>
      )}
      <TourProblem />
      {tours.length > 0 && (
        <section aria-labelledby="sheet-tours">
          <h2 className="heading-4 py-3" id="sheet-tours">
            Tours
          </h2>
          <ToursTable tours={tours} reload={readSheet} />
        </section>
      )}
      {rooms.length > 0 && <RoomsOfDay sheet={sheet} />}
    </>
  )
}

const RoomsOfDay = ({ sheet: { rooms, locationId, date } }: { sheet: Sheet }) => (
  <section aria-labelledby="sheet-rooms">
    <div className="flex flex-wrap items-baseline gap-x-4 py-3">
      <h2 className="heading-4" id="sheet-rooms">
        Rooms
      </h2>
      <a
        className="link min-h-11 print:hidden"
        href={`/admin/rooms?${new URLSearchParams({ location: locationId, date })}`}
      >
        All times
      </a>
    </div>
    <table className="mb-6 table print:mb-3 print:text-9pt">
      <caption className="visually-hidden">Room reservations</caption>
      <TableHead columns={{ Name: '', Room: '', Time: 'right' }} />
      <tbody>
        {rooms.map((reservation) => (
          <tr key={reservation.reservationId}>
            <th scope="row" className="cell-name print:py-0.75">
              {formatPurpose(reservation)}
            </th>
            <td className="cell-plan print:py-0.75">{reservation.roomName}</td>
            <td className="cell-amount num print:py-0.75">
              {reservation.start}–{reservation.end}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
