import type { CSSProperties } from 'react'
import { openDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { getOccupancyLevel } from './occupancy-level.ts'

interface LocationsTodayProps {
  locations: readonly LocationToday[] | undefined
  date: string | undefined
}

/** Today, location by location: open or closed, who comes, how many seats are taken. */
export function LocationsToday({ locations, date }: LocationsTodayProps) {
  return (
    <section className="dash-part" aria-labelledby="today">
      <div className="dash-head">
        <h2 id="today" className="heading-4">
          Today
        </h2>
      </div>
      <ul className="dash-places">
        {locations && date
          ? locations.map((place) => <LocationTodayCard key={place.locationId} place={place} date={date} />)
          : [0, 1, 2].map((number) => <li key={number} className="dash-place" aria-hidden="true" />)}
      </ul>
    </section>
  )
}

function LocationTodayCard({ place, date }: { place: LocationToday; date: string }) {
  const { locationId, name, seats, arrivals, here, available, status, hours, days } = place
  const taken = days[0]?.taken ?? 0
  const share = seats > 0 ? taken / seats : 0
  // A location that cannot be booked has no seats to fill, unless bookings from before still use it.
  const isUsed = available || taken > 0 || arrivals > 0
  return (
    <li className="dash-place">
      <div className="dash-place-head">
        <h3>{name}</h3>
        {available ? (
          <span className={hours.isOpen ? 'tag tag-ok' : 'tag'}>{hours.isOpen ? 'Open' : 'Closed'}</span>
        ) : (
          <span className="tag tag-line">{status}</span>
        )}
      </div>
      {isUsed ? (
        <>
          <p className="dash-seats num">
            <b>{taken}</b> of {seats} seats taken
          </p>
          <div className={`dash-bar dash-bar-${getOccupancyLevel(taken, seats)}`} aria-hidden="true">
            <i style={{ '--v': share } as CSSProperties} />
          </div>
        </>
      ) : (
        <p className="mute">It cannot be booked, and nobody has a seat today.</p>
      )}
      <p className="dash-place-foot" hidden={!isUsed}>
        <button type="button" className="link" onClick={() => openDay({ location: locationId, date }, 'elsewhere')}>
          {arrivals === 0 ? 'Nobody arrives' : `${arrivals} ${arrivals === 1 ? 'arrives' : 'arrive'}`}
          {here > 0 && `, ${here} here`}
          <span className="visually-hidden"> at {name} today: show who is in</span>
        </button>
        {available && (
          <span className="mute num">
            {hours.open}–{hours.close}
          </span>
        )}
      </p>
    </li>
  )
}
