import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { BOOKING_LABELS, BOOKING_STATES, type BookingState } from '#domain/booking.ts'
import {
  $bookings,
  $filter,
  chooseState,
  clearFilter,
  hearBooking,
  openBookings,
  readBookings,
  search,
  showMore,
} from '#stores/admin/bookings.ts'
import { Admin } from './Admin.tsx'
import { BookingTable } from './BookingTable.tsx'
import { Empty } from './Empty.tsx'
import { Problem } from './Problem.tsx'
import { Skeleton } from './Skeleton.tsx'
import type { ScreenProps } from './screens.ts'
import { useDesk } from './useDesk.ts'

const SCREEN = { read: openBookings, hear: hearBooking }

export default ({ brand, methods }: ScreenProps) => (
  <Admin path="/admin/bookings" brand={brand}>
    <Bookings methods={methods} />
  </Admin>
)

/** The list of bookings: newest first, searched, filtered and read on by the page. */
function Bookings({ methods }: Pick<ScreenProps, 'methods'>) {
  useDesk(SCREEN)
  const { rows, next, busy, failure } = useStore($bookings, { ssr: 'initial' })
  const { q, state } = useStore($filter, { ssr: 'initial' })
  const filtered = q.trim() !== '' || state !== ''

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Bookings</h1>
        <p className="small mute" role="status">
          {rows && busy !== 'reading' && said(rows.length, next !== null)}
        </p>
      </div>
      <search>
        <form className="admin-filter" onSubmit={(event) => event.preventDefault()}>
          <div className="field admin-search">
            <label className="visually-hidden" htmlFor="bookings-q">
              Search bookings
            </label>
            <Search className="icon" aria-hidden="true" />
            <input
              id="bookings-q"
              type="search"
              placeholder="Name, email or booking ID"
              maxLength={200}
              autoComplete="off"
              value={q}
              onChange={(event) => search(event.target.value)}
            />
          </div>
          <div className="field">
            <label className="visually-hidden" htmlFor="bookings-state">
              Status
            </label>
            <select
              id="bookings-state"
              value={state}
              onChange={(event) => chooseState(event.target.value as BookingState | '')}
            >
              <option value="">All statuses</option>
              {BOOKING_STATES.map((each) => (
                <option key={each} value={each}>
                  {BOOKING_LABELS[each]}
                </option>
              ))}
            </select>
          </div>
        </form>
      </search>

      {failure && <Problem failure={failure} again={() => void (rows && next ? showMore() : readBookings())} />}
      {!rows && !failure && <Skeleton />}
      {rows?.length === 0 && (
        <Empty title="No bookings found.">
          {filtered ? (
            <>
              Try other words or another status, or{' '}
              <button type="button" className="link" onClick={clearFilter}>
                clear the filters
              </button>
              .
            </>
          ) : (
            'The first one will appear here by itself.'
          )}
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <BookingTable caption="Bookings, newest first" rows={rows} methods={methods} busy={busy === 'reading'} />
          <div className="admin-foot">
            <p className="small mute">{said(rows.length, next !== null)}</p>
            {next && (
              <button
                type="button"
                className="button button-quiet button-small"
                aria-disabled={busy === 'reading_more'}
                onClick={() => void showMore()}
              >
                {busy === 'reading_more' ? 'Reading…' : 'Show more'}
              </button>
            )}
          </div>
        </>
      )}
    </>
  )
}

const said = (count: number, more: boolean): string =>
  more ? `The newest ${count}` : count === 1 ? '1 booking' : `${count} bookings`
