import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { TourRow } from '#contract/admin/tours.ts'
import { formatLongDate, type IsoDate } from '#domain/calendar.ts'
import { canChangeTour, canRecordTourOutcome, TOUR_LABELS, TOUR_OUTCOMES } from '#domain/tour.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $tourOutcomes, recordTourOutcome } from '#stores/admin/desk/tours.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmailLink, PhoneLink, WhatsappLink } from '../contact-links.tsx'
import { PRINTED_BOX } from '../printed-box.ts'
import { TAG_CLASSES } from '../StateTag.tsx'
import { TableHead } from '../TableHead.tsx'
import { TourDialog } from './TourDialog.tsx'

interface Props {
  tours: readonly TourRow[]
  /** Names the day and the location of each tour; the day sheet has only one of both. */
  isList?: boolean
  /** The tour that a link opened. */
  openedId?: string | undefined
  reload: () => Promise<void>
}

const getRowId = (tourId: string): string => `tour-${tourId}`

export function ToursTable({ tours, isList = false, openedId, reload }: Props) {
  const [changing, setChanging] = useState<TourRow>()
  const lastChanged = useRef<string>(undefined)
  // A change removes the button that opened the dialog, at the latest with the next reload.
  useEffect(() => {
    if (changing) lastChanged.current = changing.tourId
    else if (lastChanged.current && document.activeElement === document.body) {
      document.getElementById(getRowId(lastChanged.current))?.focus()
      lastChanged.current = undefined
    }
  }, [changing, tours])
  return (
    <>
      <table className="mb-6 table print:mb-3 print:text-9pt">
        <caption className="visually-hidden">Tours</caption>
        <TableHead columns={{ Name: '', Time: '', Status: '' }}>
          <th scope="col" className="text-right print:w-14mm">
            {/* On paper it has a box, on screens buttons. */}
            <span className="not-print:sr-only">Visit</span>
          </th>
        </TableHead>
        {[...Map.groupBy(tours, ({ date }) => date)].map(([date, toursOfDay]) => (
          <tbody key={date}>
            {isList && <DayHeading date={date} />}
            {toursOfDay.map((tour) => (
              <tr
                key={tour.tourId}
                id={getRowId(tour.tourId)}
                tabIndex={-1}
                aria-current={tour.tourId === openedId || undefined}
                className="aria-current:bg-paper-sunk aria-current:shadow-row-open"
              >
                <th scope="row" className={`cell-name print:py-0.75 ${isList ? 'max-sm:row-start-2' : ''}`}>
                  {tour.name}
                  <Contacts tour={tour} />
                </th>
                <td
                  className={`cell-plan num print:py-0.75 ${isList ? 'max-sm:row-start-1 max-sm:font-strong max-sm:text-ink' : ''}`}
                >
                  {tour.time}
                  {isList && `, ${tour.locationName}`}
                  <small className="block font-text text-ink-3 text-label print:hidden">{tour.tourId}</small>
                </td>
                <td className="cell-status max-sm:col-start-1 max-sm:row-start-3 max-sm:pt-1.5 max-sm:text-left print:py-0.75">
                  <span className={TAG_CLASSES[tour.state]}>{TOUR_LABELS[tour.state]}</span>
                </td>
                <td
                  className={`text-right print:w-14mm print:py-0.75 ${canChangeTour(tour, now()) ? 'max-sm:col-start-2 max-sm:row-start-1' : 'max-sm:col-span-full'} ${tour.state === 'booked' ? PRINTED_BOX : ''}`}
                >
                  <Actions tour={tour} reload={reload} change={() => setChanging(tour)} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {changing && <TourDialog tour={changing} reload={reload} close={() => setChanging(undefined)} />}
    </>
  )
}

const DayHeading = ({ date }: { date: IsoDate }) => (
  <tr className="bg-transparent">
    <th
      scope="rowgroup"
      className="stretch-name col-span-full pt-4.5 pb-2 font-strong text-row-heading max-sm:pt-3 max-sm:pb-0"
      colSpan={4}
    >
      {formatLongDate(date)}
    </th>
  </tr>
)

const Contacts = ({ tour: { tourId, name, phone, email, locationName, date, time } }: { tour: TourRow }) => (
  <small className="flex flex-wrap gap-x-3 font-text text-ink-2 text-label">
    {phone && <PhoneLink className="num inline-block min-h-6" phone={phone} />}
    <WhatsappLink
      className="inline-block min-h-6 print:hidden"
      phone={phone}
      name={name}
      text={`Hello ${name}, this is ${locationName} about your tour ${tourId} on ${formatLongDate(date)} at ${time}: `}
    />
    {email && <EmailLink className="wrap-anywhere inline-block min-h-6" email={email} />}
  </small>
)

export const TourProblem = () => <Alert problem={useStore($tourOutcomes).problem} />

interface ActionsProps {
  tour: TourRow
  reload: Props['reload']
  change: () => void
}

/** A change before the tour starts, afterwards its outcome. Pressing the recorded outcome clears it. */
function Actions({ tour, reload, change }: ActionsProps) {
  const { busy } = useStore($tourOutcomes)
  return (
    <span className="flex flex-wrap justify-end gap-2 print:hidden">
      {canChangeTour(tour, now()) && (
        <QuietButton aria-haspopup="dialog" onClick={change}>
          Change<span className="visually-hidden">: {tour.name}</span>
        </QuietButton>
      )}
      {canRecordTourOutcome(tour, now()) &&
        TOUR_OUTCOMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className="button button-quiet button-small aria-pressed:bg-pipal-wash"
            aria-pressed={tour.state === outcome}
            aria-disabled={busy.includes(tour.tourId) || undefined}
            onClick={() => void recordTourOutcome(tour, tour.state === outcome ? null : outcome, reload)}
          >
            {TOUR_LABELS[outcome]}
            <span className="visually-hidden">: {tour.name}</span>
          </button>
        ))}
    </span>
  )
}
