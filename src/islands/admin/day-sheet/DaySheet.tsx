import { useStore } from '@nanostores/react'
import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { formatLongDate, formatRange, parseIsoDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { IconButton, QuietButton } from '#islands/ui/buttons.tsx'
import { $daySheet, chooseDay, openDaySheet, readSheet, type Sheet, shiftDay } from '#stores/admin/desk/day-sheet.ts'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Options } from '../form/fields.tsx'
import { HiddenLabelField } from '../list/fields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { StateTag } from '../StateTag.tsx'
import type { ScreenProps } from '../screens.ts'
import { TableHead } from '../TableHead.tsx'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import './day-sheet.css'
import '../list/list.css'

export default createStaffScreen(
  '/admin/day-sheet',
  { read: openDaySheet, receiveBooking: () => void readSheet() },
  DaySheet,
)

function DaySheet({ locations }: Pick<ScreenProps, 'locations'>) {
  const { location, date, sheet, failure } = useStore($daySheet, { ssr: 'initial' })
  const assigned = useAssignedLocations(locations)
  // There is no date to change until the session has loaded.
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
          <QuietButton disabled={!sheet} onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
            Print
          </QuietButton>
        </div>
      </div>
      <form className="admin-filter no-print" method="dialog">
        <HiddenLabelField id="sheet-location" label="Location">
          <select
            id="sheet-location"
            disabled={disabled}
            value={location}
            onChange={({ target }) => chooseDay({ location: target.value })}
          >
            <Options labels={assigned} />
          </select>
        </HiddenLabelField>
        <div className="sheet-day">
          <IconButton icon={ChevronLeft} label="The day before" disabled={disabled} onClick={() => shiftDay(-1)} />
          <HiddenLabelField id="sheet-date" label="Date">
            <input
              id="sheet-date"
              type="date"
              disabled={disabled}
              value={date}
              onChange={({ target }) => {
                const day = parseIsoDate(target.value)
                if (day) chooseDay({ date: day })
              }}
            />
          </HiddenLabelField>
          <IconButton icon={ChevronRight} label="The day after" disabled={disabled} onClick={() => shiftDay(1)} />
        </div>
      </form>
      <LoadState data={sheet} failure={failure} retry={readSheet} />
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
          {sheet.locationName}, <span className="sheet-date">{formatLongDate(date)}</span>
        </h2>
        <p className="num">
          {taken} of {seats} seats, {here} here, open {sheet.opens}–{sheet.closes}
        </p>
      </div>
      <ArrivalProblem people={people} />
      {people.length === 0 && (
        <EmptyState title="No bookings found.">There are no bookings for this location on this day.</EmptyState>
      )}
      {people.length > 0 && (
        <table className="table sheet-table">
          <caption className="visually-hidden">Expected and arrived customers</caption>
          <TableHead
            columns={{ Name: '', Plan: '', Hours: '', Dates: '', 'To pay': 'right', Status: '', Here: 'sheet-tick' }}
          />
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
        <td className="num sheet-more">{formatRange(person.startDate, person.endDate)}</td>
        <td className="cell-amount">{person.due > 0 ? npr(person.due) : 'paid'}</td>
        <td className="cell-status">
          <StateTag state={person.state} />
        </td>
        <td className="sheet-tick" data-here={person.arrivedAt !== null || undefined}>
          <ArrivalToggle person={person} date={date} reload={readSheet} />
        </td>
      </tr>
    ))}
  </tbody>
)
