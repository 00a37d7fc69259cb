import { useStore } from '@nanostores/react'
import { formatLongDate, type IsoDate } from '#domain/calendar.ts'
import { openDashboard, receiveBooking, scheduleRefresh } from '#stores/admin/dashboard/index.ts'
import { $newest, readNewest } from '#stores/admin/dashboard/newest-bookings.ts'
import { $today, readToday } from '#stores/admin/dashboard/today.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { AdminShell } from '../AdminShell.tsx'
import { BookingsTable } from '../BookingsTable.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { ActionRequired } from './ActionRequired.tsx'
import { BusinessStats } from './BusinessStats.tsx'
import { DayPeople } from './DayPeople.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import { LocationsToday } from './LocationsToday.tsx'
import { Occupancy } from './Occupancy.tsx'
import { RefundedBookings } from './RefundedBookings.tsx'
import './dashboard.css'

const SCREEN = {
  read: openDashboard,
  receiveBooking,
  receiveMembership: scheduleRefresh,
  receiveMessage: scheduleRefresh,
} satisfies StaffScreen

export default ({ brand, methods }: ScreenProps) => (
  <AdminShell path="/admin" brand={brand}>
    <Dashboard methods={methods} />
  </AdminShell>
)

/** What needs a person, who comes, how full it gets, how the business does, and what came in last. */
function Dashboard({ methods }: Pick<ScreenProps, 'methods'>) {
  useStaffScreen(SCREEN)
  const { today, failure } = useStore($today, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Dashboard</h1>
        <p className="mute num">{today && formatLongDate(today.date as IsoDate)}</p>
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void readToday()} />}
      <EmailStatus mail={today?.mail} />
      {/* Until it is there they keep their places; where it did not come, nothing is said of it. */}
      {(today || !failure) && (
        <>
          <ActionRequired waiting={today?.waiting} />
          <LocationsToday locations={today?.locations} date={today?.date} />
        </>
      )}
      {today && <RefundedBookings bookings={today.refunded} />}
      {today && <Occupancy locations={today.locations} today={today.date as IsoDate} />}
      {today && <DayPeople places={today.locations} />}
      <BusinessStats locations={today?.locations} methods={methods} />
      <NewestBookings methods={methods} />
      <MissingSettings sentences={today?.unset ?? []} />
    </>
  )
}

function NewestBookings({ methods }: Pick<ScreenProps, 'methods'>) {
  const { rows, failure } = useStore($newest, { ssr: 'initial' })
  return (
    <section className="dash-part" aria-labelledby="newest">
      <div className="dash-head">
        <h2 id="newest" className="heading-4">
          Newest bookings
        </h2>
        <a className="link" href="/admin/bookings">
          All bookings
        </a>
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void readNewest()} />}
      {!rows && !failure && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState title="No bookings found.">The first one will appear here by itself.</EmptyState>
      )}
      {rows && rows.length > 0 && <BookingsTable caption="Newest bookings" rows={rows} methods={methods} />}
    </section>
  )
}

/** What only whoever runs the server can mend; nothing where all is set. */
function MissingSettings({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <section className="dash-part" aria-labelledby="unset">
      <div className="dash-head">
        <h2 id="unset" className="heading-4">
          Not set up on this server
        </h2>
      </div>
      {sentences.map((sentence) => (
        <p key={sentence} className="mute">
          {sentence}
        </p>
      ))}
    </section>
  )
}
