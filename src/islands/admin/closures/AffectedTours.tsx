import type { AffectedTour } from '#contract/admin/closures.ts'
import { AffectedVisit } from './AffectedVisit.tsx'
import { formatLocation } from './labels.ts'

interface Props {
  tours: readonly AffectedTour[]
  locations: Readonly<Record<string, string>>
}

/** Tours are moved or cancelled in their own screen. */
export function AffectedTours({ tours, locations }: Props) {
  if (tours.length === 0) return null
  return (
    <section aria-labelledby="closure-tours" className="pb-4">
      <h2 id="closure-tours" className="heading-4 pt-4 pb-2">
        Tours on closed days or outside the opening hours <span className="mute num">{tours.length}</span>
      </h2>
      <ul className="border-ledge border-t-2">
        {tours.map(({ tourId, name, email, phone, locationId, date, time }) => (
          <AffectedVisit
            key={tourId}
            href={`/admin/tours?open=${encodeURIComponent(tourId)}`}
            title={name}
            name={name}
            date={date}
            time={time}
            location={formatLocation(locationId, locations)}
            email={email}
            phone={phone}
          />
        ))}
      </ul>
    </section>
  )
}
