import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, type IsoDate, weekday } from '#domain/calendar.ts'
import { query } from '#stores/admin/bookings.ts'
import { $dashboard, type Count, hearBooking, readDashboard } from '#stores/admin/dashboard.ts'
import { Admin } from './Admin.tsx'
import { BookingTable } from './BookingTable.tsx'
import { Empty } from './Empty.tsx'
import { Problem } from './Problem.tsx'
import { Skeleton } from './Skeleton.tsx'
import type { ScreenProps } from './screens.ts'
import { useDesk } from './useDesk.ts'

const SCREEN = { read: readDashboard, hear: hearBooking }
const WAITING = ['pending_verification', 'held', 'needs_decision'] as const

export default ({ brand, methods }: ScreenProps) => (
  <Admin path="/admin" brand={brand}>
    <Dashboard methods={methods} />
  </Admin>
)

/** What there is to do today: counts that lead to their lists, and the newest bookings. */
function Dashboard({ methods }: Pick<ScreenProps, 'methods'>) {
  useDesk(SCREEN)
  const { dashboard, failure } = useStore($dashboard, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Dashboard</h1>
        <p className="mute num">{dashboard && longDate(dashboard.today)}</p>
      </div>
      {failure && <Problem failure={failure} again={() => void readDashboard()} />}
      <dl className="admin-figures">
        <Figure term="Bookings today" of={dashboard?.placedToday}>
          Since midnight in Kathmandu
        </Figure>
        {WAITING.map((state) => (
          <Figure key={state} term={BOOKING_LABELS[state]} of={dashboard?.waiting[state]}>
            <a href={`/admin/bookings${query({ q: '', state })}`}>
              Show the list<span className="visually-hidden">: {BOOKING_LABELS[state]}</span>
            </a>
          </Figure>
        ))}
      </dl>
      <section aria-labelledby="newest">
        <div className="admin-head-row admin-section-head">
          <h2 id="newest" className="heading-4">
            Newest bookings
          </h2>
          <a className="link" href="/admin/bookings">
            All bookings
          </a>
        </div>
        {!dashboard && !failure && <Skeleton />}
        {dashboard?.newest.length === 0 && (
          <Empty title="No bookings found.">The first one will appear here by itself.</Empty>
        )}
        {dashboard && dashboard.newest.length > 0 && (
          <BookingTable caption="Newest bookings" rows={dashboard.newest} methods={methods} />
        )}
      </section>
    </>
  )
}

interface FigureProps {
  term: string
  of: Count | undefined
  children: ReactNode
}

const Figure = ({ term, of, children }: FigureProps) => (
  <div className="admin-figure">
    <dt>{term}</dt>
    <dd className="num">{of ? `${of.count}${of.more ? '+' : ''}` : '…'}</dd>
    <dd className="soft">{children}</dd>
  </div>
)

/** `Tuesday, 3 Dec 2024` */
function longDate(date: IsoDate): string {
  const day = weekday(date)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${formatDate(date)}`
}
