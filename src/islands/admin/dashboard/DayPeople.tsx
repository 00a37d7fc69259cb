import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { formatLongDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { $day, closeDay, type DayPeople as People, readDay, type SelectedDay } from '#stores/admin/dashboard/day.ts'
import { type LocationToday, readToday } from '#stores/admin/dashboard/today.ts'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { LoadError } from '../load-states.tsx'
import { StateTag } from '../StateTag.tsx'
import { TableHead } from '../TableHead.tsx'
import { getOccupancyLevel } from './occupancy-level.ts'
import './day-people.css'

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
  const taken = people?.reduce((sum, { seats }) => sum + seats, 0)
  return (
    <section className="dash-day" aria-labelledby="day" aria-busy={busy} ref={panel} tabIndex={-1}>
      <div className="dash-head">
        <h3 id="day" className="heading-4">
          {formatLongDate(date)}, {location.name}
        </h3>
        {taken !== undefined && getOccupancyLevel(taken, location.seats) === 'full' && (
          <span className="tag tag-no">Full</span>
        )}
        <IconButton icon={X} label="Close this day" onClick={closeDay} />
      </div>
      <p className="visually-hidden" role="status">
        {people && `${people.length} ${people.length === 1 ? 'booking' : 'bookings'}`}
      </p>
      {failure && <LoadError failure={failure} onRetry={() => void readDay()} />}
      {people?.length === 0 && <p className="mute dash-nobody">No seats are booked on this day.</p>}
      {people && people.length > 0 && (
        <div className="dash-day-in">
          <SeatsByPlan people={people} seats={location.seats} />
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

function SeatsByPlan({ people, seats }: { people: readonly Person[]; seats: number }) {
  const plans = new Map<string, number>()
  for (const person of people) plans.set(person.planName, (plans.get(person.planName) ?? 0) + person.seats)
  return (
    <dl className="dash-plans num">
      {[...plans].map(([name, taken]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{taken}</dd>
          <dd className="dash-bar" aria-hidden="true">
            <i style={{ '--v': Math.min(1, taken / seats) } as CSSProperties} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CustomersTable({ people, date }: { people: readonly Person[]; date: IsoDate }) {
  return (
    <table className="table dash-people">
      <caption className="visually-hidden">Who is in</caption>
      <TableHead columns={{ Customer: '', Plan: '', Dates: 'cell-more', Status: '', Here: 'right' }} />
      <tbody>
        {people.map((person) => (
          <tr key={person.bookingId}>
            <th scope="row" className="cell-name">
              <a href={`/admin/bookings?open=${encodeURIComponent(person.bookingId)}`}>{person.customerName}</a>
            </th>
            <td className="cell-plan">{person.planName}</td>
            <td className="cell-more">{formatRange(person.startDate, person.endDate)}</td>
            <td className="cell-status">
              <span className="admin-tags">
                {person.startDate === date && <span className="tag tag-line">Arrives</span>}
                {person.state !== 'confirmed' && <StateTag state={person.state} />}
              </span>
            </td>
            <td className="cell-amount">
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
