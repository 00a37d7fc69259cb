import type { IsoDate } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { openDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { HandoverText } from '../HandoverText.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { getOccupancyLevel, type OccupancyLevel } from './occupancy-level.ts'
import { ShareFill } from './ShareFill.tsx'

interface LocationsTodayProps {
  locations: readonly LocationToday[] | undefined
  date: IsoDate | undefined
}

export function LocationsToday({ locations, date }: LocationsTodayProps) {
  return (
    <DashboardSection id="today" title="Today">
      <ul className="grid grid-cols-fit-fixed-240 pb-5 max-sm:grid-cols-1 max-sm:gap-4">
        {locations && date
          ? locations.map((location) => <LocationTodayCard key={location.locationId} location={location} date={date} />)
          : [0, 1, 2].map((number) => <li key={number} className={`min-h-33 ${CARD_CLASSES}`} aria-hidden="true" />)}
      </ul>
    </DashboardSection>
  )
}

const CARD_CLASSES =
  'grid content-start gap-2 border-line max-sm:pt-4 max-sm:not-first:border-t sm:min-h-33 sm:px-5 sm:first:pl-0 sm:last:pr-0 sm:not-first:border-l'

const LEVEL_COLORS: Readonly<Record<OccupancyLevel, string>> = {
  some: 'bg-pipal',
  high: 'bg-marigold',
  full: 'bg-brick',
}

function LocationTodayCard({ location, date }: { location: LocationToday; date: IsoDate }) {
  const { locationId, name, seats, arrivals, arrived, available, status, hours, days, handover } = location
  const [{ taken, blocked, closed } = { taken: 0, blocked: 0, closed: undefined }] = days
  const share = (count: number) => (seats > 0 ? count / seats : 0)
  // A location that cannot be booked may still have earlier bookings.
  const isUsed = available || taken > 0 || arrivals > 0
  return (
    <li className={CARD_CLASSES}>
      <div className="flex items-center justify-between gap-3">
        <h3 className="stretch-name font-strong text-body">{name}</h3>
        {available ? (
          <span className={`tag wrap-anywhere ${hours.isOpen ? 'tag-ok' : closed ? 'tag-wait' : ''}`}>
            {hours.isOpen ? 'Open' : closed ? `Closed: ${closed}` : 'Closed'}
          </span>
        ) : (
          <span className="tag tag-line">{status}</span>
        )}
      </div>
      {isUsed ? (
        <>
          <p className="num">
            <b className="stretch-display font-display text-28 leading-none">{taken}</b> of {seats} seats taken
            {blocked > 0 && `, ${blocked} blocked`}
          </p>
          <div className="flex h-2 bg-line" aria-hidden="true">
            <ShareFill share={share(taken)} color={LEVEL_COLORS[getOccupancyLevel(taken + blocked, seats)]} />
            <ShareFill share={share(blocked)} color="bg-level-full" />
          </div>
        </>
      ) : (
        <p className="mute">This location cannot be booked and has no guests today.</p>
      )}
      <p className="flex items-center justify-between gap-3" hidden={!isUsed}>
        <LinkButton
          className="link min-h-8 text-left max-sm:min-h-11"
          onClick={() => openDay({ location: locationId, date }, 'elsewhere')}
        >
          {arrivals === 0 ? 'No arrivals today' : `${arrivals} ${arrivals === 1 ? 'arrives' : 'arrive'} today`}
          {arrived > 0 && `, ${arrived} checked in`}
          <span className="visually-hidden"> at {name}: show who is in</span>
        </LinkButton>
        {available && !closed && (
          <span className="mute num">
            {hours.open}–{hours.close}
          </span>
        )}
      </p>
      <HandoverText handover={handover} />
    </li>
  )
}
