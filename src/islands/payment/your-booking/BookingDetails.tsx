import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant, parseIsoDate } from '#domain/calendar.ts'
import { formatClosedDays, formatOtherHoursDays } from '#domain/closed-days.ts'
import { type HasClosures, withClosures } from '#domain/closure.ts'
import { listClosures } from '#domain/closure-ranges.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { hoursOn, parseLocationId } from '#domain/location.ts'
import { groupHoursOfRange, type OpeningHoursGroup } from '#domain/opening-hours.ts'
import { isDayPass } from '#domain/plan.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { PrintedSeller, type Seller } from '#islands/ui/PrintedSeller.tsx'
import { PANEL } from '#islands/ui/panel.ts'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { $closures } from '#stores/closures.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $hasOtherUnpaidBooking } from '#stores/payment/your-booking.ts'
import { COLUMNS, LONG_SIDE_COLUMN, MAIN_COLUMN } from '../columns.ts'
import { formatSeatsPerDay } from '../format-seats.ts'
import { Actions, NextSteps } from './Actions.tsx'
import BookAgain from './BookAgain.tsx'
import { BookingDates } from './BookingDates.tsx'
import { isPassOnClosedDay } from './closed-pass.ts'
import { History, type MethodName } from './History.tsx'
import LaterSections from './LaterSections.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { describeState, hasEnded, hasUnpaidMove, isExpected } from './state-copy.ts'
import { Visit } from './Visit.tsx'
import type { VisitContent, VisitLocation } from './visit.ts'

const Bills = lazyWithRetry(() => import('./Bills.tsx'))

interface Props {
  booking: BookingView
  methods: readonly MethodName[]
  seller: Seller
  visit: VisitContent
  /** Shown below the booking, in its column, and not before it. */
  children: ReactNode
}

export default function BookingDetails({ booking, methods, seller, visit, children }: Props) {
  const { edge, tag, tagClass, heading, text } = describeState(booking)
  const location = useLocation(booking, visit.locations)
  return (
    <>
      <PrintedSeller seller={seller} />
      <SandboxNote className="mb-6" />
      <OtherUnpaidBooking />
      {WITHOUT_SERVER && booking.trial && (
        <Note className="note-warm mb-6" icon={CircleAlert}>
          <b>This is a trial.</b> You have not booked anything: the amount, plan and location are samples.
        </Note>
      )}
      <div className={`${COLUMNS} md:grid-rows-auto-1fr`}>
        <div className={MAIN_COLUMN}>
          <section className={`${PANEL} ${edge} break-inside-avoid has-form:border-t-line-3`}>
            {/* An open form has its own heading. */}
            <header className="before-form:hidden">
              <span className={`tag ${tagClass}`}>{tag}</span>
              <h1 className="display-2 mt-3 mb-1.5" tabIndex={-1}>
                {heading}
              </h1>
              <p className="soft max-w-measure text-pretty">{text}</p>
            </header>
            <NextSteps booking={booking} />
            <div className="before-form:hidden after-form:hidden">
              {hasUnpaidMove(booking) && <h2 className="mt-7 font-strong text-4">Your confirmed dates</h2>}
              <BookingDates startDate={booking.startDate} endDate={booking.endDate} />
              <OwnFacts className="mt-1.5" facts={getVisitFacts(booking, location)} />
            </div>
            <Actions booking={booking} />
            <OwnFacts className="mt-5 after-form:hidden" facts={getOtherFacts(booking)} />
            <BookAgain booking={booking} />
          </section>
          <LaterSections booking={booking} />
        </div>
        <div className={`${LONG_SIDE_COLUMN} md:row-span-2`}>
          <PriceSummary booking={booking} />
          {location && (
            <Visit
              subject={`my booking ${booking.bookingId}`}
              location={isExpected(booking) ? location : undefined}
              whatsapp={visit.whatsapp}
            />
          )}
          <History booking={booking} methods={methods} />
          {/* Bills load after the booking and must not move what is below. */}
          {!WITHOUT_SERVER && (booking.history.length > 0 || booking.actions.changeDetails) && (
            <div className="no-print min-h-44">
              <Bills booking={booking} />
            </div>
          )}
        </div>
        {children}
      </div>
    </>
  )
}

function useLocation({ locationId }: BookingView, locations: VisitContent['locations']) {
  const id = parseLocationId(locationId)
  const closures = useStore($closures)
  const location = locations.find((known) => known.id === id)
  return location && withClosures([location], closures)[0]
}

function OtherUnpaidBooking() {
  if (!useStore($hasOtherUnpaidBooking)) return null
  return (
    <Note className="note-warm no-print mb-6">
      You also have a booking in this browser that is not paid yet.{' '}
      <a className="link" href="/payment">
        Complete its payment
      </a>
    </Note>
  )
}

/** On small screens a value that does not fit is below its label. */
const OwnFacts = ({ className, facts }: Pick<ComponentProps<typeof Facts>, 'className' | 'facts'>) => (
  <Facts
    className={`key-values max-sm:block max-sm:*:flex max-sm:*:flex-wrap max-sm:*:justify-between max-sm:*:border-line max-sm:*:border-b max-sm:*:py-2.25 ${className}`}
    termClass="max-sm:border-0 max-sm:py-0"
    factClass="whitespace-normal wrap-anywhere text-left max-sm:border-0 max-sm:py-0"
    facts={facts}
  />
)

/** Where to come, and when. */
function getVisitFacts(booking: BookingView, location: VisitLocation | undefined) {
  const { startTime, endTime, closedDays = [] } = booking
  return {
    Location: booking.locationName,
    // The hours of a booking without days to come to are of no use.
    ...(!hasEnded(booking) && {
      'Working hours': startTime && endTime && `${startTime}–${endTime}`,
      ...(location && listHours(booking, location)),
      Closed: formatClosedDays(closedDays),
    }),
  }
}

function getOtherFacts(booking: BookingView) {
  const { actions, change, contact } = booking
  const { move } = actions
  return {
    'Booking ID': booking.bookingId,
    Plan: booking.planName,
    'Seats per day': formatSeatsPerDay(booking),
    // Paying the new dates that are held uses one of these moves.
    'Date changes left':
      move && move.left !== null && !change && `${move.left}, until ${formatInstant(Date.parse(move.until))}`,
    'Booked for': [booking.customerName, contact.company].filter(Boolean).join(', '),
    PAN: contact.pan,
    Notes: booking.notes,
  }
}

/** A day pass has the hours of its day, and its own if they are shorter; a longer plan the usual ones, then other hours. */
function listHours(booking: BookingView, location: VisitLocation & HasClosures): Record<string, string> {
  const { startDate, endDate, planId } = booking
  const [from, to] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  if (!from || !to || isPassOnClosedDay(booking)) return {}
  const { openingHours } = location
  if (!isDayPass(planId))
    return {
      'Opening hours': formatHours(groupHoursOfRange(from, to, (date) => hoursOn({ openingHours }, date))),
      'Other hours': formatOtherHoursDays(listClosures(location, { from, to })),
    }
  const open = formatHours(groupHoursOfRange(from, to, (date) => hoursOn(location, date)))
  const pass = formatHours(groupHoursOfRange(from, to, (date) => dayPassHours(location, date)))
  return pass === open ? { 'Day pass hours': pass } : { 'Day pass hours': pass, 'Opening hours': open }
}

function formatHours(groups: readonly OpeningHoursGroup[]): string {
  const [only] = groups
  if (only && groups.length === 1) return `${only.open}–${only.close}`
  return groups.map(({ days, open, close }) => `${days} ${open}–${close}`).join(', ')
}
