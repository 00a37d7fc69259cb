import { useStore } from '@nanostores/react'
import { type IsoDate, longDate } from '#domain/calendar.ts'
import { follow, hearBooking, openDashboard } from '#stores/admin/dashboard/index.ts'
import { $newest, readNewest } from '#stores/admin/dashboard/newest.ts'
import { $today, readToday } from '#stores/admin/dashboard/today.ts'
import { Admin } from '../Admin.tsx'
import { BookingTable } from '../BookingTable.tsx'
import { Empty } from '../Empty.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useDesk } from '../useDesk.ts'
import { Business } from './Business.tsx'
import { DayPeople } from './DayPeople.tsx'
import { MailStatus } from './MailStatus.tsx'
import { Occupancy } from './Occupancy.tsx'
import { Places } from './Places.tsx'
import { Refunded } from './Refunded.tsx'
import { Waiting } from './Waiting.tsx'
import './dashboard.css'

const SCREEN = { read: openDashboard, hear: hearBooking, hearMembership: follow, hearMessage: follow }

export default ({ brand, methods }: ScreenProps) => (
  <Admin path="/admin" brand={brand}>
    <Dashboard methods={methods} />
  </Admin>
)

/** What needs a person, who comes, how full it gets, how the business does, and what came in last. */
function Dashboard({ methods }: Pick<ScreenProps, 'methods'>) {
  useDesk(SCREEN)
  const { today, failure } = useStore($today, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Dashboard</h1>
        <p className="mute num">{today && longDate(today.date as IsoDate)}</p>
      </div>
      {failure && <Problem failure={failure} again={() => void readToday()} />}
      <MailStatus mail={today?.mail} />
      {/* Until it is there they keep their places; where it did not come, nothing is said of it. */}
      {(today || !failure) && (
        <>
          <Waiting waiting={today?.waiting} />
          <Places places={today?.locations} date={today?.date} />
        </>
      )}
      {today && <Refunded bookings={today.refunded} />}
      {today && <Occupancy places={today.locations} today={today.date as IsoDate} />}
      {today && <DayPeople places={today.locations} />}
      <Business places={today?.locations} methods={methods} />
      <Newest methods={methods} />
      <Unset sentences={today?.unset ?? []} />
    </>
  )
}

function Newest({ methods }: Pick<ScreenProps, 'methods'>) {
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
      {failure && <Problem failure={failure} again={() => void readNewest()} />}
      {!rows && !failure && <Skeleton />}
      {rows?.length === 0 && <Empty title="No bookings found.">The first one will appear here by itself.</Empty>}
      {rows && rows.length > 0 && <BookingTable caption="Newest bookings" rows={rows} methods={methods} />}
    </section>
  )
}

/** What only whoever runs the server can mend; nothing where all is set. */
function Unset({ sentences }: { sentences: readonly string[] }) {
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
