import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { formatLongDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import { $day, type ChosenDay, closeDay, type DayPeople as People, readDay } from '#stores/admin/dashboard/day.ts'
import { type LocationToday, readToday } from '#stores/admin/dashboard/today.ts'
import { ArrivalProblem, ArrivalToggle } from '../ArrivalToggle.tsx'
import { LoadError } from '../LoadError.tsx'
import { StateTag } from '../StateTag.tsx'
import { getOccupancyLevel } from './occupancy-level.ts'
import './day-people.css'

/** Everybody who has a seat on the day that was chosen, beside what the seats are taken for. */
export function DayPeople({ places }: { places: readonly LocationToday[] }) {
  const { chosen, day, busy, failure, from } = useStore($day, { ssr: 'initial' })
  const panel = useRef<HTMLElement>(null)
  const inSight = useRef<ChosenDay>(undefined)
  useEffect(() => {
    if (from === 'elsewhere' && chosen) panel.current?.focus()
  }, [from, chosen])
  const place = places.find(({ locationId }) => locationId === chosen?.location)
  const shown = day?.locationId === chosen?.location && day?.date === chosen?.date ? day?.people : undefined
  const isThere = shown !== undefined || failure !== undefined
  // It opens below the fold, as tall as its people: it comes into sight once they are there, and not with every news.
  useEffect(() => {
    if (!from || !isThere || inSight.current === chosen) return
    inSight.current = chosen
    panel.current?.scrollIntoView({ block: 'nearest', behavior: hasReducedMotion() ? 'instant' : 'smooth' })
  }, [from, isThere, chosen])
  if (!chosen || !place) return null
  const date = chosen.date as IsoDate
  const taken = shown?.reduce((sum, { seats }) => sum + seats, 0)
  return (
    <section className="dash-day" aria-labelledby="day" aria-busy={busy} ref={panel} tabIndex={-1}>
      <div className="dash-head">
        <h3 id="day" className="heading-4">
          {formatLongDate(date)}, {place.name}
        </h3>
        {taken !== undefined && getOccupancyLevel(taken, place.seats) === 'full' && (
          <span className="tag tag-no">Full</span>
        )}
        <button type="button" className="icon-button" onClick={closeDay}>
          <X className="icon" aria-hidden="true" />
          <span className="visually-hidden">Close this day</span>
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {shown && `${shown.length} ${shown.length === 1 ? 'booking' : 'bookings'}`}
      </p>
      {failure && <LoadError failure={failure} onRetry={() => void readDay()} />}
      {shown?.length === 0 && <p className="mute dash-nobody">Nobody has a seat on this day.</p>}
      {shown && shown.length > 0 && (
        <div className="dash-day-in">
          <ByPlan people={shown} seats={place.seats} />
          <div>
            <ArrivalProblem people={shown} />
            <PeopleTable people={shown} date={date} />
          </div>
        </div>
      )}
    </section>
  )
}

const hasReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

type Person = People['people'][number]

function ByPlan({ people, seats }: { people: readonly Person[]; seats: number }) {
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

function PeopleTable({ people, date }: { people: readonly Person[]; date: IsoDate }) {
  return (
    <table className="table dash-people">
      <caption className="visually-hidden">Who is in</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Plan</th>
          <th scope="col" className="cell-more">
            Days
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="right">
            Here
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.bookingId}>
            <th scope="row" className="cell-name">
              <a href={`/admin/bookings?open=${encodeURIComponent(person.bookingId)}`}>{person.customerName}</a>
            </th>
            <td className="cell-plan">{person.planName}</td>
            <td className="cell-more">{formatRange(person.startDate as IsoDate, person.endDate as IsoDate)}</td>
            <td className="cell-status">
              <span className="admin-tags">
                {person.startDate === date && <span className="tag tag-line">Arrives</span>}
                {person.state !== 'confirmed' && <StateTag state={person.state} />}
              </span>
            </td>
            <td className="cell-amount">
              <ArrivalToggle person={person} date={date} read={reloadArrivals} />
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
