import type { CSSProperties } from 'react'
import type { IsoDate } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { openDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { DashboardSection } from './DashboardSection.tsx'
import { getOccupancyLevel } from './occupancy-level.ts'

interface LocationsTodayProps {
  locations: readonly LocationToday[] | undefined
  date: IsoDate | undefined
}

export function LocationsToday({ locations, date }: LocationsTodayProps) {
  return (
    <DashboardSection id="today" title="Today">
      <ul className="dash-places">
        {locations && date
          ? locations.map((location) => <LocationTodayCard key={location.locationId} location={location} date={date} />)
          : [0, 1, 2].map((number) => <li key={number} className="dash-place" aria-hidden="true" />)}
      </ul>
    </DashboardSection>
  )
}

function LocationTodayCard({ location, date }: { location: LocationToday; date: IsoDate }) {
  const { locationId, name, seats, arrivals, arrived, available, status, hours, days } = location
  const taken = days[0]?.taken ?? 0
  const share = seats > 0 ? taken / seats : 0
  // A location that cannot be booked may still have earlier bookings.
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
        <p className="mute">This location cannot be booked and has no guests today.</p>
      )}
      <p className="dash-place-foot" hidden={!isUsed}>
        <LinkButton onClick={() => openDay({ location: locationId, date }, 'elsewhere')}>
          {arrivals === 0 ? 'No arrivals' : `${arrivals} ${arrivals === 1 ? 'arrives' : 'arrive'}`}
          {arrived > 0 && `, ${arrived} here`}
          <span className="visually-hidden"> at {name} today: show who is in</span>
        </LinkButton>
        {available && (
          <span className="mute num">
            {hours.open}–{hours.close}
          </span>
        )}
      </p>
    </li>
  )
}
