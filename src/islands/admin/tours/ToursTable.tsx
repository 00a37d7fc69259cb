import { useStore } from '@nanostores/react'
import type { TourRow } from '#contract/admin/tours.ts'
import { formatLongDate, kathmanduDate } from '#domain/calendar.ts'
import { whatsappHref } from '#domain/contact.ts'
import { canRecordTourOutcome, type TourState } from '#domain/tour.ts'
import { $tourOutcomes, recordTourOutcome } from '#stores/admin/desk/tours.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { TableHead } from '../TableHead.tsx'

interface Props {
  tours: readonly TourRow[]
  /** Names the location of each tour; the day sheet has only one. */
  showsLocation: boolean
  reload: () => Promise<void>
}

const STATE_TAGS: Readonly<Record<TourState, [className: string, label: string]>> = {
  booked: ['tag tag-line', 'Booked'],
  came: ['tag tag-ok', 'Came'],
  missed: ['tag tag-wait', 'Did not come'],
  cancelled: ['tag', 'Cancelled'],
}

/** The tours of one day. */
export function ToursTable({ tours, showsLocation, reload }: Props) {
  return (
    <table className="mb-6 table print:mb-3 print:text-9pt">
      <caption className="visually-hidden">Tours</caption>
      <TableHead columns={{ Name: '', Time: '', Status: '', Visit: 'text-right print:w-14mm' }} />
      <tbody>
        {tours.map((tour) => (
          <tr key={tour.tourId}>
            <th scope="row" className="cell-name print:py-0.75">
              {tour.name}
              <small className="flex flex-wrap gap-x-3 font-text text-ink-2 text-label">
                {tour.phone && <PhoneLink className="num inline-block min-h-6" phone={tour.phone} />}
                {tour.phone && !tour.phone.includes('ext') && (
                  <a
                    className="inline-block min-h-6 print:hidden"
                    href={whatsappHref(tour.phone, formatGreeting(tour))}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    WhatsApp<span className="visually-hidden"> to {tour.name}</span>
                  </a>
                )}
                {tour.email && <EmailLink className="wrap-anywhere inline-block min-h-6" email={tour.email} />}
              </small>
            </th>
            <td className="cell-plan num print:py-0.75">
              {tour.time}
              {showsLocation && `, ${tour.locationName}`}
            </td>
            <td className="cell-status print:py-0.75">
              <span className={STATE_TAGS[tour.state][0]}>{STATE_TAGS[tour.state][1]}</span>
            </td>
            <td className="text-right max-sm:col-span-full print:w-14mm print:py-0.75">
              <OutcomeButtons tour={tour} reload={reload} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const TourProblem = () => <Alert problem={useStore($tourOutcomes).problem} />

/** Pressing the recorded outcome clears it. */
function OutcomeButtons({ tour, reload }: { tour: TourRow; reload: Props['reload'] }) {
  const { busy } = useStore($tourOutcomes)
  if (!canRecordTourOutcome(tour, now())) return null
  return (
    <span className="flex flex-wrap justify-end gap-2 print:hidden">
      {(['came', 'missed'] as const).map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="button button-quiet button-small aria-pressed:bg-pipal-wash"
          aria-pressed={tour.state === outcome}
          aria-disabled={busy.includes(tour.tourId) || undefined}
          onClick={() => void recordTourOutcome(tour, tour.state === outcome ? null : outcome, reload)}
        >
          {STATE_TAGS[outcome][1]}
          <span className="visually-hidden">: {tour.name}</span>
        </button>
      ))}
    </span>
  )
}

/** Prefilled; staff send it. */
function formatGreeting({ name, locationName, date, time }: TourRow): string {
  const day = date === kathmanduDate(now()) ? 'today' : `on ${formatLongDate(date)}`
  return `Hello ${name}, we look forward to your tour of ${locationName} ${day} at ${time}.`
}
