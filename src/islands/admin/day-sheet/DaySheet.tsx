import { useStore } from '@nanostores/react'
import { ArrowLeft, Printer } from 'lucide-react'
import { formatLongDate, formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { daySheet, type Sheet } from '#stores/admin/desk/day-sheet.ts'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LocationDayFields } from '../LocationDayFields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { PRINTED_BOX } from '../printed-box.ts'
import { formatPurpose } from '../rooms/format-purpose.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { StateTag } from '../StateTag.tsx'
import type { ScreenProps } from '../screens.ts'
import { TableHead } from '../TableHead.tsx'
import { TourProblem, ToursTable } from '../tours/ToursTable.tsx'
import { PersonContacts } from './PersonContacts.tsx'
import { WriteToEveryone } from './WriteToEveryone.tsx'
import '../printed-screen.css'

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
      <div className="no-print">
        <ScreenHead title="Day sheet">
          <div className="flex items-center gap-4">
            <a className="link min-h-11" href="/admin/bookings">
              <ArrowLeft className="icon" aria-hidden="true" />
              All bookings
            </a>
            <QuietButton disabled={!sheet} onClick={() => window.print()}>
              <Printer className="icon" aria-hidden="true" />
              Print
            </QuietButton>
          </div>
        </ScreenHead>
      </div>
      <LocationDayFields id="sheet" locations={locations} location={location} date={date} screen={daySheet} />
      <LoadState data={sheet} failure={failure} retry={readSheet} />
      {sheet && <DaySheetTable sheet={sheet} />}
    </>
  )
}

function DaySheetTable({ sheet }: { sheet: Sheet }) {
  const { people, tours, date, seats, taken, blocked } = sheet
  const arriving = people.filter(({ startDate }) => startDate === date)
  const here = people.reduce((sum, { arrivedSeats }) => sum + arrivedSeats, 0)
  const staying = people.filter(({ startDate }) => startDate !== date)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3" role="status">
        <h2 className="heading-4">
          {/* Whether a long name and a long date fit on one line depends on the font, which may load late. */}
          {sheet.locationName}, <span className="max-sm:block">{formatLongDate(date)}</span>
        </h2>
        <p className="num">
          {taken} of {seats} seats, {blocked > 0 && `${blocked} blocked, `}
          {here} here, {sheet.closed ? <b>closed: {sheet.closed}</b> : `open ${sheet.opens}–${sheet.closes}`}
        </p>
      </div>
      <ArrivalProblem people={people} />
      {people.length === 0 && (
        <EmptyState title="No bookings found.">There are no bookings for this location on this day.</EmptyState>
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
              'To pay': 'right',
              Status: '',
              Here: 'text-right print:w-14mm',
            }}
          />
          {arriving.length > 0 && <DaySheetGroup title="Arriving" people={arriving} sheet={sheet} />}
          {staying.length > 0 && <DaySheetGroup title="Staying" people={staying} sheet={sheet} />}
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
      {sheet.rooms.length > 0 && <RoomsOfDay sheet={sheet} />}
      <div className="py-3 print:hidden">
        <WriteToEveryone sheet={sheet} />
      </div>
    </>
  )
}

const RoomsOfDay = ({ sheet: { rooms, locationId, date } }: { sheet: Sheet }) => (
  <section aria-labelledby="sheet-rooms">
    <div className="flex flex-wrap items-baseline gap-x-4 py-3">
      <h2 className="heading-4" id="sheet-rooms">
        Rooms
      </h2>
      <a className="link print:hidden" href={`/admin/rooms?${new URLSearchParams({ location: locationId, date })}`}>
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

interface GroupProps {
  title: string
  people: Sheet['people']
  sheet: Sheet
}

const DaySheetGroup = ({ title, people, sheet }: GroupProps) => (
  <tbody>
    <tr className="bg-transparent">
      <th
        scope="rowgroup"
        className="stretch-name col-span-full pt-4.5 pb-2 font-strong text-row-heading max-sm:pt-3 max-sm:pb-0 sm:print:pt-2.5 sm:print:pb-0.75"
        colSpan={7}
      >
        {title} <span className="mute num">{people.reduce((sum, { seats }) => sum + seats, 0)}</span>
      </th>
    </tr>
    {people.map((person) => (
      <tr key={person.bookingId}>
        <th scope="row" className="cell-name print:py-0.75">
          <a
            className="wrap-anywhere inline-block min-h-6 no-underline decoration-auto hover:text-brick hover:underline print:min-h-0"
            href={`/admin/bookings?open=${person.bookingId}`}
          >
            {person.customerName}
          </a>
          <PersonContacts person={person} sheet={sheet} />
          {[...person.extras, person.names.join(', '), formatGuests(person.guests), ...person.notes]
            .filter(Boolean)
            .map((text) => (
              <small
                key={text}
                className="wrap-anywhere block max-w-32em whitespace-pre-wrap font-text text-ink-2 text-label"
              >
                {text}
              </small>
            ))}
        </th>
        <td className="cell-plan print:py-0.75">
          {person.planName}
          {person.seats > 1 && `, ${person.seats} seats`}
        </td>
        <td className="num max-sm:hidden print:py-0.75">
          {person.startTime ? `${person.startTime}–${person.endTime}` : 'All day'}
        </td>
        <td className="num max-sm:hidden print:py-0.75">{formatRange(person.startDate, person.endDate)}</td>
        <td className="cell-amount max-sm:col-start-1 max-sm:row-start-3 max-sm:text-left max-sm:text-ink-3 print:py-0.75">
          {person.due > 0 ? npr(person.due) : 'paid'}
        </td>
        <td className="cell-status print:py-0.75">
          <StateTag className="print:bg-transparent print:p-0 print:shadow-none" state={person.state} />
        </td>
        <td
          className="text-right max-sm:col-start-2 max-sm:row-start-1 print:w-14mm print:py-0.75"
        >
          <ArrivalToggle person={person} date={sheet.date} reload={readSheet} />
          <span className="hidden flex-wrap justify-end gap-1 print:flex">
            {Array.from({ length: countExpected(person) }, (_, index) => (
              <span key={index} className={PRINTED_BOX} />
            ))}
          </span>
        </td>
      </tr>
    ))}
  </tbody>
)

/** The seats whose people are not here, and the guests, of whom we do not know. */
const countExpected = ({ seats, arrivedSeats, guests }: Sheet['people'][number]): number =>
  seats - arrivedSeats + guests.length

/** `2 guests: Nisha`; empty without guests. */
function formatGuests(guests: readonly string[]): string {
  if (guests.length === 0) return ''
  const names = guests.filter(Boolean).join(', ')
  return `${guests.length} ${guests.length === 1 ? 'guest' : 'guests'}${names && `: ${names}`}`
}
