import { formatDate, formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { daySheet, type Sheet } from '#stores/admin/desk/day-sheet.ts'
import { ArrivalToggle } from '../ArrivalToggle.tsx'
import { formatCount } from '../format-count.ts'
import { formatPlan } from '../format-plan.ts'
import { listNames } from '../list-names.ts'
import { PRINTED_BOX, TICKED_BOX } from '../printed-box.ts'
import { StateTag } from '../StateTag.tsx'
import { PersonContacts } from './PersonContacts.tsx'

interface Props {
  title: string
  people: Sheet['people']
  sheet: Sheet
}

/** Whether the table has the column, which is left out where every booking is confirmed. */
export const hasStatus = ({ people }: Sheet): boolean => people.some(({ state }) => state !== 'confirmed')

/** Some bookings of the day. */
export const DaySheetGroup = ({ title, people, sheet }: Props) => (
  <tbody>
    <tr className="bg-transparent">
      <th
        scope="rowgroup"
        className="stretch-name col-span-full pt-4.5 pb-2 font-strong text-row-heading max-sm:pt-3 max-sm:pb-0 sm:print:pt-2.5 sm:print:pb-0.75"
        colSpan={hasStatus(sheet) ? 7 : 6}
      >
        {title} <span className="mute num">{countPeople(people)}</span>
      </th>
    </tr>
    {people.map((person) => (
      <tr key={person.bookingId} className="max-sm:grid-cols-1fr-auto">
        <th scope="row" className="cell-name print:py-0.75">
          <a
            className="wrap-anywhere inline-block min-h-6 no-underline decoration-auto hover:text-brick hover:underline print:min-h-0"
            href={`/admin/bookings?open=${person.bookingId}`}
          >
            {person.customerName}
          </a>
          <PersonContacts person={person} sheet={sheet} />
          {[...person.extras, formatNames(person), formatGuests(person.guests), ...person.notes]
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
        <td className="cell-plan max-sm:col-span-full print:py-0.75">
          {formatPlan(person)}
          <span className="num whitespace-normal sm:hidden">
            , {formatHours(person).toLowerCase()}
            {person.endDate !== sheet.date && `, to ${formatDate(person.endDate, false)}`} · {formatDue(person)}
          </span>
        </td>
        <td className="num max-sm:hidden print:py-0.75">{formatHours(person)}</td>
        <td className="num max-sm:hidden print:py-0.75">{formatRange(person.startDate, person.endDate)}</td>
        <td className="cell-amount max-sm:hidden print:py-0.75">{formatDue(person)}</td>
        {hasStatus(sheet) && (
          <td className="cell-status max-sm:col-start-1 max-sm:row-start-3 max-sm:text-left max-sm:empty:hidden sm:pl-6 print:py-0.75">
            {person.state !== 'confirmed' && <StateTag state={person.state} />}
          </td>
        )}
        <td className="text-right max-sm:col-start-2 max-sm:row-start-1 print:py-0.75">
          <ArrivalToggle person={person} date={sheet.date} reload={daySheet.read} />
          {(person.seats > 1 || person.arrivedSeats === 0) && renderBoxes(person.seats, person.arrivedSeats)}
          {renderBoxes(person.guests.length)}
        </td>
      </tr>
    ))}
  </tbody>
)

/** On paper, the first `ticked` of them are ticked. */
const renderBoxes = (count: number, ticked = 0) =>
  count > 0 && (
    <span className="mt-1 hidden justify-end gap-1 pl-4 print:flex">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={index < ticked ? TICKED_BOX : PRINTED_BOX} />
      ))}
    </span>
  )

/** `7 people in 3 bookings`; for single people only their number. */
function countPeople(bookings: Sheet['people']): string {
  const people = bookings.reduce((sum, { seats }) => sum + seats, 0)
  const text = formatCount(people, 'person', 'people')
  return people === bookings.length ? text : `${text} in ${formatCount(bookings.length, 'booking')}`
}

const formatHours = ({ startTime, endTime }: Sheet['people'][number]): string =>
  startTime ? `${startTime}–${endTime}` : 'All day'

const formatDue = ({ due }: Sheet['people'][number]): string => (due > 0 ? `${npr(due)} due` : 'Paid')

/** Empty for one person. */
const formatNames = ({ names, seats }: Sheet['people'][number]): string => (seats > 1 ? listNames(names, seats) : '')

/** `2 guests: Nisha, 1 not named`; empty without guests. */
const formatGuests = (guests: readonly string[]): string =>
  guests.length === 0 ? '' : `${formatCount(guests.length, 'guest')}: ${listNames(guests, guests.length)}`
