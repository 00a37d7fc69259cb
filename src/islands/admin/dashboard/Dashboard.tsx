import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { formatDate, formatInstant, formatLongDate, formatRange } from '#domain/calendar.ts'
import { CASH_UP_LABELS } from '#domain/till.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { openDashboard, receiveBooking, scheduleRefresh } from '#stores/admin/dashboard/index.ts'
import { $newest, readNewest } from '#stores/admin/dashboard/newest-bookings.ts'
import { $today, readToday, type Today } from '#stores/admin/dashboard/today.ts'
import type { StaffScreen } from '#stores/admin/staff-screen.ts'
import { BookingsTable } from '../BookingsTable.tsx'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { EmptyState, LoadError, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { ActionRequired } from './ActionRequired.tsx'
import { BusinessStats } from './BusinessStats.tsx'
import { ClosedDayBookings } from './ClosedDayBookings.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { DayPeople } from './DayPeople.tsx'
import { LocationsToday } from './LocationsToday.tsx'
import { Occupancy } from './Occupancy.tsx'
import { Tasks } from './Tasks.tsx'

const SCREEN: StaffScreen = {
  read: openDashboard,
  receiveBooking,
  receiveMembership: scheduleRefresh,
  receiveMessage: scheduleRefresh,
  receiveClosures: scheduleRefresh,
  receiveCapacity: scheduleRefresh,
}

export default createStaffScreen('/admin', SCREEN, Dashboard)

function Dashboard({ methods }: Pick<ScreenProps, 'methods'>) {
  const { today, failure } = useStore($today, { ssr: 'initial' })
  return (
    <>
      <ScreenHead title="Dashboard">
        <p className="mute num min-h-lh max-sm:order-1 max-sm:basis-full sm:ml-auto">
          {today && formatLongDate(today.date)}
        </p>
        {HAS_SERVER_FEATURES && (
          <a className="button button-small" href="/admin/bookings?new=1">
            New booking
          </a>
        )}
      </ScreenHead>
      {failure && <LoadError failure={failure} onRetry={() => void readToday()} />}
      <EmailStatus mail={today?.email} />
      <ClosedDayBookings count={today?.waiting.closedDayBookings} />
      {/* Shown while loading, to reserve their space. */}
      {(today || !failure) && (
        <>
          <ActionRequired waiting={today?.waiting} />
          <LocationsToday locations={today?.locations} date={today?.date} />
        </>
      )}
      {today && <Tasks today={today} />}
      {today && <RefundedBookings bookings={today.refunded} />}
      {today && <UnfinishedCashUps tills={today.cashUps} />}
      {today && <Occupancy locations={today.locations} today={today.date} />}
      {today && <DayPeople locations={today.locations} />}
      <BusinessStats locations={today?.locations} methods={methods} />
      <NewestBookings methods={methods} />
      <MissingSettings messages={today?.missingSettings ?? []} />
    </>
  )
}

function EmailStatus({ mail }: { mail: Today['email'] | undefined }) {
  if (!mail || (mail.undelivered === 0 && !mail.warning)) return null
  const { undelivered, since, lastError, warning } = mail
  return (
    <div className="note note-bad wrap-anywhere mb-4">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        {undelivered > 0 && since && (
          <p>
            <b>
              Email: {undelivered} waiting since {formatInstant(Date.parse(since))}
            </b>
            {lastError && <>, last error: {lastError}</>}
          </p>
        )}
        {warning && <p>{warning}</p>}
        <a className="inline-flex min-h-11 items-center" href="/admin/mails">
          Undelivered email
        </a>
      </div>
    </div>
  )
}

/** Bookings that still hold seats after a full refund. */
function RefundedBookings({ bookings }: { bookings: Today['refunded'] }) {
  if (bookings.length === 0) return null
  return (
    <DashboardSection id="refunded" title="Refunded and still holding seats" className="pb-4">
      <p className="mute">These bookings were refunded in full. Cancel them to release their seats.</p>
      <ul>
        {bookings.map(({ bookingId, customerName, locationName, startDate, endDate }) => (
          <li key={bookingId} className="wrap-anywhere flex min-h-11 flex-wrap items-center gap-x-4">
            <a className="inline-flex min-h-11 items-center" href={`/admin/bookings?open=${bookingId}`}>
              {customerName}
            </a>
            <span className="mute">
              {locationName}, {formatRange(startDate, endDate)}
            </span>
          </li>
        ))}
      </ul>
    </DashboardSection>
  )
}

const MAX_SHOWN_TILLS = 8

function UnfinishedCashUps({ tills }: { tills: Today['cashUps'] }) {
  if (tills.length === 0) return null
  return (
    <DashboardSection id="cash-ups" title="Cash-ups to finish" className="pb-4">
      <ul className="-mt-2.5">
        {tills.slice(0, MAX_SHOWN_TILLS).map(({ locationId, locationName, date, staffId, name, status }) => (
          <li
            key={`${locationId}/${date}/${staffId}`}
            className="wrap-anywhere flex min-h-11 flex-wrap items-center gap-x-4"
          >
            <a
              className="inline-flex min-h-11 items-center"
              href={`/admin/cash-up?${new URLSearchParams({ location: locationId, date })}`}
            >
              {locationName}, {formatDate(date)}
            </a>
            <span className="mute">
              {name}: {CASH_UP_LABELS[status].toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
      {tills.length > MAX_SHOWN_TILLS && (
        <p className="mute">{tills.length - MAX_SHOWN_TILLS} more appear as you finish these.</p>
      )}
    </DashboardSection>
  )
}

function NewestBookings({ methods }: Pick<ScreenProps, 'methods'>) {
  const { rows, failure } = useStore($newest, { ssr: 'initial' })
  return (
    <DashboardSection
      id="newest"
      title="Newest bookings"
      beside={
        <a className="link min-h-11" href="/admin/bookings">
          All bookings
        </a>
      }
    >
      <LoadState data={rows} failure={failure} retry={readNewest} />
      {rows?.length === 0 && (
        <EmptyState title="No bookings found.">New bookings appear here automatically.</EmptyState>
      )}
      {rows && rows.length > 0 && <BookingsTable caption="Newest bookings" rows={rows} methods={methods} />}
    </DashboardSection>
  )
}

function MissingSettings({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <DashboardSection id="unset" title="Not set up on this server">
      {messages.map((message) => (
        <p key={message} className="mute">
          {message}
        </p>
      ))}
    </DashboardSection>
  )
}
