import { useStore } from '@nanostores/react'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatLongDate, parseIsoDate } from '#domain/calendar.ts'
import { findClosedReason, withClosures } from '#domain/closure.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { hoursOn, parseLocationId } from '#domain/location.ts'
import { isDayPass } from '#domain/plan.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { $closures, loadClosures } from '#stores/closures.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { SIDE_COLUMN } from './columns.ts'
import { isPassOnClosedDay } from './your-booking/closed-pass.ts'
import { useCalendarFile } from './your-booking/useCalendarFile.ts'
import { Visit } from './your-booking/Visit.tsx'
import type { VisitContent } from './your-booking/visit.ts'

/** The first day of a confirmed booking: when we are open, where it is, and how to reach us. */
export function VisitPanel({ booking, visit }: { booking: BookingView; visit: VisitContent }) {
  const closures = useStore($closures)
  useEffect(() => void loadClosures(), [])
  const id = parseLocationId(booking.locationId)
  const known = visit.locations.find((location) => location.id === id)
  const location = known && withClosures([known], closures)[0]
  const day = parseIsoDate(booking.startDate)
  const isClosed = isPassOnClosedDay(booking)
  return (
    <aside className={`${SIDE_COLUMN} no-print flex flex-col gap-10 md:row-span-2`} aria-label="Your visit">
      <section className="border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6">
        <h2 className="stretch-head mb-2.5 font-display text-3 leading-none">
          {booking.startDate === booking.endDate ? 'Your day' : 'Your first day'}
        </h2>
        <p className="num font-strong text-4">{day && formatLongDate(day)}</p>
        {day && location && !isClosed && findClosedReason(location, day) === undefined && (
          <p className="num mt-1 text-ink-2">
            {isDayPass(booking.planId)
              ? `Day pass ${formatHours(dayPassHours(location, day))}`
              : `Open ${formatHours(hoursOn(location, day))}`}
          </p>
        )}
        {/* The calendar file needs the customer's own link. */}
        {!WITHOUT_SERVER && booking.actions.changeDetails && <CalendarFile />}
      </section>
      <Visit
        subject={`my booking ${booking.bookingId}`}
        location={isClosed ? undefined : known}
        whatsapp={visit.whatsapp}
      />
    </aside>
  )
}

/** A second action beside View Booking. */
function CalendarFile() {
  const [status, setStatus] = useState<string>()
  const calendarFile = useCalendarFile(setStatus)
  return (
    <>
      <p className="mt-4 grid">
        <SecondaryButton {...calendarFile}>
          <CalendarPlus className="icon" />
          Add to calendar
        </SecondaryButton>
      </p>
      <p className="small soft mt-3 empty:hidden" role="status">
        {status}
      </p>
    </>
  )
}

const formatHours = ({ open, close }: { open: string; close: string }): string => `${open}–${close}`
