import { formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { daySheet, type Sheet } from '#stores/admin/desk/day-sheet.ts'
import { ArrivalToggle } from '../ArrivalToggle.tsx'
import { formatCount } from '../format-count.ts'
import { formatPlan } from '../format-plan.ts'
import { listNames } from '../list-names.ts'
import { PRINTED_BOX } from '../printed-box.ts'
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
        {title} <span className="mute num">{people.reduce((sum, { seats }) => sum + seats, 0)}</span>
      </th>
    </tr>
    {people.map((person) => (
      <tr key={person.bookingId} className="max-sm:grid-cols-auto-1fr-auto">
        <th scope="row" className="cell-name max-sm:col-span-2 print:py-0.75">
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
        <td className="cell-plan print:py-0.75">{formatPlan(person)}</td>
        <td className="num max-sm:hidden print:py-0.75">
          {person.startTime ? `${person.startTime}–${person.endTime}` : 'All day'}
        </td>
        <td className="num max-sm:hidden print:py-0.75">{formatRange(person.startDate, person.endDate)}</td>
        <td className="cell-amount max-sm:row-start-2 max-sm:text-left max-sm:text-ink-3 print:py-0.75">
          {person.due > 0 ? npr(person.due) : 'Paid'}
        </td>
        {hasStatus(sheet) && (
          <td className="cell-status max-sm:col-start-3 sm:pl-6 print:py-0.75">
            {person.state !== 'confirmed' && <StateTag state={person.state} />}
          </td>
        )}
        <td className="text-right max-sm:col-start-3 max-sm:row-start-1 print:py-0.75 sm:print:w-14mm">
          <ArrivalToggle person={person} date={sheet.date} reload={daySheet.read} />
          <span className="hidden justify-end gap-1 print:flex">
            {Array.from({ length: countExpected(person) }, (_, index) => (
              <span key={index} className={PRINTED_BOX} />
            ))}
          </span>
        </td>
      </tr>
    ))}
  </tbody>
)

/** Seats whose people are not here, and all guests, because their arrival is not recorded. */
const countExpected = ({ seats, arrivedSeats, guests }: Sheet['people'][number]): number =>
  seats - arrivedSeats + guests.length

/** Empty for one person. */
const formatNames = ({ names, seats }: Sheet['people'][number]): string => (seats > 1 ? listNames(names, seats) : '')

/** `2 guests: Nisha, 1 not named`; empty without guests. */
const formatGuests = (guests: readonly string[]): string =>
  guests.length === 0 ? '' : `${formatCount(guests.length, 'guest')}: ${listNames(guests, guests.length)}`
