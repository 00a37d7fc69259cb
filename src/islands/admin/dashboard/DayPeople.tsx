import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatLongDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { $day, closeDay, type DayPeople as People, readDay, type SelectedDay } from '#stores/admin/dashboard/day.ts'
import { type LocationToday, readToday } from '#stores/admin/dashboard/today.ts'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { formatPlan } from '../format-plan.ts'
import { EmptyState, LoadError } from '../load-states.tsx'
import { StateTag } from '../StateTag.tsx'
import { TableHead } from '../TableHead.tsx'
import { getOccupancyLevel } from './occupancy-level.ts'
import { ShareFill } from './ShareFill.tsx'

export function DayPeople({ locations }: { locations: readonly LocationToday[] }) {
  const { selectedDay, day, busy, failure, from } = useStore($day, { ssr: 'initial' })
  const panel = useRef<HTMLElement>(null)
  const scrolledTo = useRef<SelectedDay>(undefined)
  useEffect(() => {
    if (from === 'elsewhere' && selectedDay) panel.current?.focus()
  }, [from, selectedDay])
  const location = locations.find(({ locationId }) => locationId === selectedDay?.location)
  const people = day?.locationId === selectedDay?.location && day?.date === selectedDay?.date ? day?.people : undefined
  const hasContent = people !== undefined || failure !== undefined
  // It opens below the fold: scroll once per chosen day, after its people have loaded.
  useEffect(() => {
    if (!from || !hasContent || scrolledTo.current === selectedDay) return
    scrolledTo.current = selectedDay
    panel.current?.scrollIntoView({ block: 'nearest', behavior: hasReducedMotion() ? 'instant' : 'smooth' })
  }, [from, hasContent, selectedDay])
  if (!selectedDay || !location) return null
  const date = selectedDay.date
  const none = { seats: location.seats, taken: 0, blocked: 0 }
  // Guests and offered seats are taken too.
  const { seats, taken, blocked } = location.days.find((each) => each.date === date) ?? none
  return (
    <section className="pb-6" aria-labelledby="day" aria-busy={busy} ref={panel} tabIndex={-1}>
      <div className="flex min-h-16 items-center gap-x-4 py-2.5">
        <h3 id="day" className="heading-4">
          {formatLongDate(date)}, {location.name}
        </h3>
        {people && getOccupancyLevel(taken + blocked, seats) === 'full' && <span className="tag tag-no">Full</span>}
        <IconButton className="icon-button -mr-3 ml-auto" icon={X} label="Close this day" onClick={closeDay} />
      </div>
      <p className="visually-hidden" role="status">
        {people && `${people.length} ${people.length === 1 ? 'booking' : 'bookings'}`}
      </p>
      {failure && <LoadError failure={failure} onRetry={() => void readDay()} />}
      {people?.length === 0 && (
        <EmptyState title="There are no bookings on this day." isPart>
          Choose another day above.
        </EmptyState>
      )}
      {people && people.length > 0 && (
        <div className="grid grid-cols-day gap-x-10 gap-y-4 max-sm:grid-cols-1">
          <SeatsByPlan people={people} seats={seats} taken={taken} />
          <div>
            <ArrivalProblem people={people} />
            <CustomersTable people={people} date={date} />
          </div>
        </div>
      )}
    </section>
  )
}

const hasReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

type Person = People['people'][number]

interface SeatsByPlanProps {
  people: readonly Person[]
  seats: number
  taken: number
}

function SeatsByPlan({ people, seats, taken }: SeatsByPlanProps) {
  const plans = new Map<string, number>()
  for (const person of people) plans.set(person.planName, (plans.get(person.planName) ?? 0) + person.seats)
  const others = taken - people.reduce((sum, person) => sum + person.seats, 0)
  if (others > 0) plans.set('Guests and offers', others)
  return (
    <dl className="num">
      {[...plans].map(([name, taken]) => (
        <div key={name} className="grid grid-cols-1fr-auto gap-x-3 gap-y-1 py-2">
          <dt>{name}</dt>
          <dd className="font-strong">{taken}</dd>
          <dd className="col-span-full h-2 bg-line" aria-hidden="true">
            <ShareFill share={Math.min(1, taken / seats)} color="bg-line-3" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CustomersTable({ people, date }: { people: readonly Person[]; date: IsoDate }) {
  const hasStatus = people.some(({ state }) => state !== 'confirmed')
  return (
    <table className="table">
      <caption className="visually-hidden">Who is in</caption>
      <TableHead
        columns={{ Customer: '', Plan: '', Dates: 'cell-more', ...(hasStatus && { Status: '' }), Here: 'right' }}
      />
      <tbody>
        {people.map((person) => (
          <tr key={person.bookingId} className="max-sm:grid-cols-1fr-auto-auto max-sm:items-center">
            <th scope="row" className="cell-name">
              <a href={`/admin/bookings?open=${encodeURIComponent(person.bookingId)}`}>{person.customerName}</a>
            </th>
            <td className="cell-plan">
              {formatPlan(person)}
              {person.startDate === date && ', first day'}
            </td>
            <td className="cell-more">{formatRange(person.startDate, person.endDate)}</td>
            {hasStatus && (
              <td className="cell-status max-sm:row-start-1 max-sm:row-end-3">
                {person.state !== 'confirmed' && <StateTag state={person.state} />}
              </td>
            )}
            <td className="cell-amount max-sm:col-start-3 max-sm:row-start-1 max-sm:row-end-3">
              <ArrivalToggle person={person} date={date} reload={reloadArrivals} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const reloadArrivals = async () => {
  await Promise.all([readDay(), readToday()])
}
