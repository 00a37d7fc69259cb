import { formatLongDate } from '#domain/calendar.ts'
import { getTourPath, type OwnTour } from '#stores/own-tours.ts'

/** Links to tours that this browser has booked. */
export function OwnTourLinks({ tours, className = '' }: { tours: readonly OwnTour[]; className?: string }) {
  if (tours.length === 0) return null
  return (
    <ul className={`mt-5 grid gap-2 ${className}`}>
      {tours.map((tour) => (
        <li key={tour.tourId}>
          <a className="link" href={getTourPath(tour)}>
            Your tour on {formatLongDate(tour.date)} at {tour.time}
          </a>
        </li>
      ))}
    </ul>
  )
}
