import type { AffectedTour } from '#contract/admin/closures.ts'
import { formatLongDate } from '#domain/calendar.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
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
        Tours on closed days or outside the opening hours
      </h2>
      <ul className="border-ledge border-t-2">
        {tours.map(({ tourId, name, email, phone, locationId, date, time }) => (
          <li
            key={tourId}
            className="wrap-anywhere flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <a className="inline-block min-h-6" href={`/admin/tours?open=${encodeURIComponent(tourId)}`}>
              {name}
            </a>
            <span className="num">
              {formatLongDate(date)}, {time}
            </span>
            <span className="mute">{formatLocation(locationId, locations)}</span>
            {phone && <PhoneLink className="num inline-block min-h-6" phone={phone} />}
            {email && <EmailLink className="inline-block min-h-6" email={email} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
