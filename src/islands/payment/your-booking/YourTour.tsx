import { useStore } from '@nanostores/react'
import { CalendarSync, CircleX } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatFailure } from '#contract/failure.ts'
import type { TourView } from '#contract/tours.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { TOUR_MINUTES, type TourState } from '#domain/tour.ts'
import { Button, LinkButton, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { PANEL } from '#islands/ui/panel.ts'
import { TourCalendar } from '#islands/ui/TourCalendar.tsx'
import { TourTimeFields } from '#islands/ui/TourTimeFields.tsx'
import { $closures, loadClosures } from '#stores/closures.ts'
import {
  $tourChange,
  $yourTour,
  cancelYourTour,
  moveYourTour,
  openYourTour,
  readYourTour,
  type TourCredentials,
} from '#stores/payment/your-tour.ts'
import { $today } from '#stores/today.ts'
import { clearTourSlots, listTourDays, loadTourSlots } from '#stores/tour-slots.ts'
import { COLUMNS, LONG_SIDE_COLUMN, MAIN_COLUMN } from '../columns.ts'
import { ActionButton } from './ActionButton.tsx'
import { BookingDates, DateFigure, FIGURE } from './BookingDates.tsx'
import { Visit } from './Visit.tsx'
import type { VisitContent, VisitLocation } from './visit.ts'

const STATES: Readonly<Record<TourState, { edge: string; tag: string; tagClass: string; heading: string }>> = {
  booked: { edge: 'border-t-pipal-fill', tag: 'Booked', tagClass: 'tag-ok', heading: 'Your tour' },
  came: { edge: 'border-t-pipal-fill', tag: 'Over', tagClass: '', heading: 'Thank you for your visit' },
  missed: { edge: 'border-t-line-3', tag: 'Over', tagClass: '', heading: 'Your tour is over' },
  cancelled: { edge: 'border-t-line-3', tag: 'Cancelled', tagClass: '', heading: 'Your tour is cancelled' },
}

interface Props {
  credentials: TourCredentials
  visit: VisitContent
  /** Those of a booking. Importing them or `memory` here would add to the script of the payment page. */
  views: {
    loading: ReactNode
    failed: (message: string, retry: () => void) => ReactNode
    notFound: ReactNode
  }
  /** What this browser remembers of the tour. */
  memory: {
    update: (tour: TourView, secret: string) => void
    /** Removes a tour that its link no longer opens. */
    remove: (credentials: TourCredentials) => void
    /** Removes the tour and shows another booking, or asks for one. */
    forget: () => void
  }
}

/** A tour as its visitor sees it, opened by an emailed link on any device. */
export default function YourTour({ credentials, visit, views, memory }: Props) {
  const screen = useStore($yourTour)
  useEffect(() => openYourTour(credentials), [credentials])
  useEffect(() => {
    if (screen.state === 'tour') memory.update(screen.tour, credentials.secret)
    if (screen.state === 'not_found') memory.remove(credentials)
  }, [screen, credentials, memory])
  switch (screen.state) {
    case 'loading':
      return views.loading
    case 'load_failed':
      return views.failed(screen.message, () => void readYourTour(credentials))
    case 'not_found':
      return views.notFound
    case 'tour':
      return <TourDetails tour={screen.tour} credentials={credentials} visit={visit} memory={memory} />
  }
}

interface DetailsProps extends Omit<Props, 'views'> {
  tour: TourView
}

function TourDetails({ tour, credentials, visit, memory }: DetailsProps) {
  const { edge, tag, tagClass, heading } = STATES[tour.state]
  const location = visit.locations.find(({ id }) => id === tour.locationId)
  const isComing = tour.state === 'booked'
  const title = useRef<HTMLHeadingElement>(null)
  const shown = `${tour.state} ${tour.date} ${tour.time}`
  // A change removes the control that had the focus.
  useEffect(() => title.current?.focus({ preventScroll: true }), [shown])
  return (
    <div className={COLUMNS}>
      <div className={MAIN_COLUMN}>
        <section className={`${PANEL} ${edge} break-inside-avoid`}>
          <span className={`tag ${tagClass}`}>{tag}</span>
          <h1 className="display-2 mt-3 mb-1.5" tabIndex={-1} ref={title}>
            {heading}
          </h1>
          <BookingDates startDate={tour.date} endDate={tour.date}>
            <DateFigure label="Time">
              <span className={FIGURE}>
                {tour.time}, {TOUR_MINUTES} minutes
              </span>
            </DateFigure>
          </BookingDates>
          <Facts
            className="key-values mt-5"
            factClass="whitespace-normal wrap-anywhere sm:text-left"
            facts={{
              Reference: tour.tourId,
              Location: tour.locationName,
              'Booked for': tour.name,
            }}
          />
          {tour.canChange ? (
            <Changes tour={tour} credentials={credentials} location={location} />
          ) : (
            <p className="no-print mt-6">
              <a className="button" href="/booking#tour">
                Book another tour
              </a>
            </p>
          )}
        </section>
      </div>
      {location && isComing && (
        <div className={LONG_SIDE_COLUMN}>
          <Visit subject={`my tour ${tour.tourId}`} location={location} whatsapp={visit.whatsapp} />
        </div>
      )}
      <p className={`${MAIN_COLUMN} no-print mt-6 max-w-measure text-pretty text-ink-2 text-small`}>
        Is this a shared device? <LinkButton onClick={memory.forget}>Forget this tour on this device</LinkButton> when
        you leave. {tour.email ? 'The link in our email opens it again.' : 'Only its link opens it again.'}
      </p>
    </div>
  )
}

type Form = 'move' | 'cancel'

function Changes({
  tour,
  credentials,
  location,
}: Pick<DetailsProps, 'tour' | 'credentials'> & { location: VisitLocation | undefined }) {
  const [form, setForm] = useState<Form | null>(null)
  const { failure } = useStore($tourChange)
  const close = () => setForm(null)
  const buttons = { move: useRef<HTMLButtonElement>(null), cancel: useRef<HTMLButtonElement>(null) }
  const opened = useRef<Form | null>(null)
  useEffect(() => {
    const opener = opened.current
    opened.current = form
    // After a change, the heading has the focus.
    if (opener && !form && document.activeElement === document.body) buttons[opener].current?.focus()
  })
  return (
    <div className="no-print mt-6">
      {form === null && (
        <div className="flex flex-wrap">
          <TourCalendar className="button mb-2 max-sm:w-full" key={`${tour.date} ${tour.time}`} {...credentials} />
          {location?.tours && (
            <ActionButton ref={buttons.move} onClick={() => setForm('move')}>
              <CalendarSync className="icon" />
              Move to another time
            </ActionButton>
          )}
          <ActionButton ref={buttons.cancel} onClick={() => setForm('cancel')}>
            <CircleX className="icon" />
            Cancel the tour
          </ActionButton>
        </div>
      )}
      {form === 'move' && location && <MoveForm credentials={credentials} location={location} close={close} />}
      {form === 'cancel' && <CancelForm credentials={credentials} close={close} />}
      <div role="alert">
        {form !== null && failure && !failure.fields && <p className="error mt-4">{formatFailure(failure)}</p>}
      </div>
    </div>
  )
}

const focusOnce = (heading: HTMLElement | null): void => heading?.focus()

interface FormProps {
  credentials: TourCredentials
  close: () => void
}

function MoveForm({ credentials, location, close }: FormProps & { location: VisitLocation }) {
  const [{ date, time }, setChoice] = useState({ date: '', time: '' })
  const { busy, failure } = useStore($tourChange)
  const today = useStore($today)
  const closures = useStore($closures)
  const days = withClosures([location], closures).flatMap((current) => listTourDays(current, today))
  useEffect(() => void loadClosures(), [])
  useEffect(() => {
    const day = parseIsoDate(date)
    if (day) void loadTourSlots(location, day)
    else clearTourSlots()
  }, [date, location])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await moveYourTour(credentials, date, time)) close()
  }

  return (
    <form onSubmit={submit} noValidate>
      <h2 className="display-3" tabIndex={-1} ref={focusOnce}>
        Choose another time
      </h2>
      <TourTimeFields
        days={days}
        date={date}
        time={time}
        errors={failure?.fields ?? {}}
        onChange={(change) => setChoice((choice) => ({ ...choice, ...('date' in change && { time: '' }), ...change }))}
      />
      <p className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {busy ? 'Moving…' : 'Move the tour'}
        </Button>
        <SecondaryButton onClick={close}>Back</SecondaryButton>
      </p>
    </form>
  )
}

function CancelForm({ credentials, close }: FormProps) {
  const { busy } = useStore($tourChange)
  return (
    <>
      <h2 className="display-3" tabIndex={-1} ref={focusOnce}>
        Cancel this tour?
      </h2>
      <p className="soft mt-2">You can book another one at any time.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button
          className="button button-danger"
          busy={busy}
          onClick={async () => (await cancelYourTour(credentials)) && close()}
        >
          {busy ? 'Cancelling…' : 'Cancel the tour'}
        </Button>
        <SecondaryButton onClick={close}>Keep it</SecondaryButton>
      </p>
    </>
  )
}
