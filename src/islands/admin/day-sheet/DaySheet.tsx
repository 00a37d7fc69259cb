import { useStore } from '@nanostores/react'
import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { formatLongDate, formatRange, type IsoDate, isoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { $daySheet, chooseDay, openDaySheet, readSheet, type Sheet, shiftDay } from '#stores/admin/desk/day-sheet.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { AdminShell } from '../AdminShell.tsx'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { StateTag } from '../StateTag.tsx'
import type { ScreenProps } from '../screens.ts'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import './day-sheet.css'
import '../list/list.css'

const SCREEN = { read: openDaySheet, receiveBooking: () => void readSheet() } satisfies StaffScreen

export default ({ brand, locations }: ScreenProps) => (
  <AdminShell path="/admin/day-sheet" brand={brand}>
    <DaySheet locations={locations} />
  </AdminShell>
)

/** Who is in on a day at a location, to be looked at or put up at the desk as one sheet of paper. */
function DaySheet({ locations }: Pick<ScreenProps, 'locations'>) {
  useStaffScreen(SCREEN)
  const { location, date, sheet, failure } = useStore($daySheet, { ssr: 'initial' })
  const own = useAssignedLocations(locations)
  // Before it is known who looks, there is no day to turn from.
  const disabled = date === ''
  return (
    <div className="sheet">
      <div className="admin-head-row">
        <h1 className="admin-title">Day sheet</h1>
        <div className="sheet-tools no-print">
          <a className="link" href="/admin/bookings">
            <ArrowLeft className="icon" aria-hidden="true" />
            All bookings
          </a>
          <button
            type="button"
            className="button button-quiet button-small"
            disabled={!sheet}
            onClick={() => window.print()}
          >
            <Printer className="icon" aria-hidden="true" />
            Print
          </button>
        </div>
      </div>
      <form className="admin-filter no-print" method="dialog">
        <div className="field">
          <label className="visually-hidden" htmlFor="sheet-location">
            Location
          </label>
          <select
            id="sheet-location"
            disabled={disabled}
            value={location}
            onChange={({ target }) => chooseDay({ location: target.value })}
          >
            {Object.entries(own).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="sheet-day">
          <button type="button" className="icon-button" disabled={disabled} onClick={() => shiftDay(-1)}>
            <ChevronLeft className="icon" aria-hidden="true" />
            <span className="visually-hidden">The day before</span>
          </button>
          <div className="field">
            <label className="visually-hidden" htmlFor="sheet-date">
              Date
            </label>
            <input
              id="sheet-date"
              type="date"
              disabled={disabled}
              value={date}
              onChange={({ target }) => {
                const day = isoDate(target.value)
                if (day) chooseDay({ date: day })
              }}
            />
          </div>
          <button type="button" className="icon-button" disabled={disabled} onClick={() => shiftDay(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
            <span className="visually-hidden">The day after</span>
          </button>
        </div>
      </form>
      {failure && <LoadError failure={failure} onRetry={() => void readSheet()} />}
      {!sheet && !failure && <Skeleton />}
      {sheet && <DaySheetTable sheet={sheet} />}
    </div>
  )
}

function DaySheetTable({ sheet }: { sheet: Sheet }) {
  const { people, date, seats, taken } = sheet
  const arriving = people.filter(({ startDate }) => startDate === date)
  const here = people.filter(({ arrivedAt }) => arrivedAt !== null).length
  const staying = people.filter(({ startDate }) => startDate !== date)
  return (
    <>
      <div className="sheet-day-head" role="status">
        <h2 className="heading-4">
          {sheet.locationName}, {formatLongDate(date as IsoDate)}
        </h2>
        <p className="num">
          {taken} of {seats} seats, {here} here, open {sheet.opens}–{sheet.closes}
        </p>
      </div>
      <ArrivalProblem people={people} />
      {people.length === 0 && <EmptyState title="No bookings found.">Nobody has booked this day here.</EmptyState>}
      {people.length > 0 && (
        <table className="table sheet-table">
          <caption className="visually-hidden">Who is expected, and who is here</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Plan</th>
              <th scope="col">Hours</th>
              <th scope="col">Stays</th>
              <th scope="col" className="right">
                To pay
              </th>
              <th scope="col">Status</th>
              <th scope="col" className="sheet-tick">
                Here
              </th>
            </tr>
          </thead>
          {arriving.length > 0 && <DaySheetGroup title="Arriving" people={arriving} date={date} />}
          {staying.length > 0 && <DaySheetGroup title="Staying" people={staying} date={date} />}
        </table>
      )}
    </>
  )
}

const DaySheetGroup = ({ title, people, date }: { title: string; people: Sheet['people']; date: string }) => (
  <tbody>
    <tr className="sheet-group">
      <th scope="rowgroup" colSpan={7}>
        {title} <span className="mute num">{people.length}</span>
      </th>
    </tr>
    {people.map((person) => (
      <tr key={person.bookingId}>
        <th scope="row" className="cell-name">
          <a className="admin-booking-name" href={`/admin/bookings?open=${person.bookingId}`}>
            {person.customerName}
          </a>
          <small className="num">{person.phone}</small>
          {[...person.extras, ...person.notes].map((text) => (
            <small key={text} className="sheet-note">
              {text}
            </small>
          ))}
        </th>
        <td className="cell-plan">
          {person.planName}
          {person.seats > 1 && `, ${person.seats} seats`}
        </td>
        <td className="num sheet-more">{person.startTime ? `${person.startTime}–${person.endTime}` : 'All day'}</td>
        <td className="num sheet-more">{formatRange(person.startDate as IsoDate, person.endDate as IsoDate)}</td>
        <td className="cell-amount">{person.due > 0 ? npr(person.due as Paisa) : 'paid'}</td>
        <td className="cell-status">
          <StateTag state={person.state} />
        </td>
        <td className="sheet-tick" data-here={person.arrivedAt !== null || undefined}>
          <ArrivalToggle person={person} date={date} read={readSheet} />
        </td>
      </tr>
    ))}
  </tbody>
)
