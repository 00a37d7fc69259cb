import { useStore } from '@nanostores/react'
import { CalendarCheck, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { receiveSelectedBooking } from '#stores/admin/bookings/edit.ts'
import { buildQuery } from '#stores/admin/bookings/filter.ts'
import {
  $bookings,
  $filter,
  clearFilter,
  openBookings,
  readBookings,
  receiveBooking,
  showMore,
  sortBy,
  syncFilterWithUrl,
} from '#stores/admin/bookings/list.ts'
import {
  $selectedBooking,
  openBooking,
  readBookingFromUrl,
  syncBookingWithUrl,
} from '#stores/admin/bookings/selected-booking.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { $session } from '#stores/admin/session/session.ts'
import { environment } from '#stores/environment.ts'
import { AdminShell } from '../AdminShell.tsx'
import { BookingsTable } from '../BookingsTable.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { isShortcut } from '../is-shortcut.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { formatRowCount } from '../list/format-row-count.ts'
import { ListBody } from '../list/ListBody.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { BookingDrawer } from './BookingDrawer.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import './bookings.css'
import { NewBooking } from './NewBooking.tsx'

const SCREEN = {
  read: async () => {
    readBookingFromUrl()
    await openBookings()
  },
  receiveBooking: (row: Parameters<typeof receiveBooking>[0]) => {
    receiveBooking(row)
    receiveSelectedBooking(row)
  },
} satisfies StaffScreen

export default (props: ScreenProps) => (
  <AdminShell path="/admin/bookings" brand={props.brand}>
    <Bookings {...props} />
  </AdminShell>
)

/** The list of bookings, and beside it the one that is looked at. */
function Bookings(props: ScreenProps) {
  useStaffScreen(SCREEN)
  const list = useStore($bookings, { ssr: 'initial' })
  const filter = useStore($filter, { ssr: 'initial' })
  const opened = useStore($selectedBooking, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  const [adding, setAdding] = useNewBookingShortcut()
  useEffect(
    () =>
      environment().onAddressChange(() => {
        syncBookingWithUrl()
        syncFilterWithUrl()
      }),
    [],
  )
  const isNarrowed = buildQuery({ ...filter, sort: '', order: '' }) !== ''

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Bookings</h1>
        <p className="small mute bookings-said">
          {list.rows &&
            list.busy !== 'reading' &&
            formatRowCount(list.rows.length, list.next !== null, list.about?.total, ROW_NAMES)}
        </p>
        {HAS_SERVER_FEATURES && <HeadActions add={() => setAdding(true)} />}
      </div>
      <BookingFilters {...props} />
      <div className={opened.state === 'none' ? 'bookings' : 'bookings bookings-open'}>
        <div className="bookings-list">
          <ListBody
            list={list}
            read={readBookings}
            showMore={showMore}
            clear={clearFilter}
            names={ROW_NAMES}
            none={{
              title: 'No bookings found.',
              instead: 'Try other words or other filters',
              first: 'The first one will appear here by itself.',
            }}
            isNarrowed={isNarrowed}
          >
            {(rows, isReading) => (
              <BookingsTable
                caption="Bookings"
                rows={rows}
                methods={props.methods}
                busy={isReading}
                sorting={{ sort: filter.sort || 'created', order: filter.order || 'desc', by: sortBy }}
                opened={opened.state === 'none' ? undefined : opened.id}
                onOpen={openBooking}
              />
            )}
          </ListBody>
        </div>
        {opened.state !== 'none' && <BookingDrawer key={opened.id} opened={opened} methods={props.methods} />}
      </div>
      {/* Not before it is known who types: what another account left half typed is dropped by then. */}
      {HAS_SERVER_FEATURES && adding && session.state === 'open' && (
        <NewBooking
          {...props}
          close={(placed) => {
            setAdding(false)
            if (placed) openBooking(placed)
          }}
        />
      )}
    </>
  )
}

function HeadActions({ add }: { add: () => void }) {
  const filter = useStore($filter, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  const keys = useStore($shortcutsEnabled, { ssr: 'initial' })
  const role = session.state === 'open' ? session.who.role : 'desk'
  return (
    <div className="bookings-head-actions">
      <a className="button button-quiet button-small" href="/admin/day-sheet">
        <CalendarCheck className="icon" aria-hidden="true" />
        Day sheet
      </a>
      {/* Until it is known who looks, it keeps its place. */}
      {(session.state !== 'open' || hasRoleAtLeast(role, 'manager')) && (
        <ExportLink
          className="button button-quiet button-small"
          href={staffLedger.bookingsExportUrl(buildQuery(filter))}
        />
      )}
      <HydratedButton className="button button-small" aria-keyshortcuts={keys ? 'n' : undefined} onClick={() => add()}>
        <Plus className="icon" aria-hidden="true" />
        New booking
        {keys && <kbd className="bookings-key">N</kbd>}
      </HydratedButton>
    </div>
  )
}

const NEW_PARAM = 'new'
const ROW_NAMES = ['booking', 'bookings'] as const

/**
 * `n` opens the form, unless letters are off; so does the address `?new=1`, for those who come from elsewhere. It says so
 * while the form is open: whoever has to sign in again, or goes back to it, finds it open.
 */
function useNewBookingShortcut() {
  const [adding, setAdding] = useState(false)
  const show = (open: boolean) => {
    setAdding(open)
    const address = environment().address()
    if (open) address.searchParams.set(NEW_PARAM, '1')
    else address.searchParams.delete(NEW_PARAM)
    environment().showAddress(address, 'replace')
  }
  useEffect(() => {
    if (environment().address().searchParams.has(NEW_PARAM)) setAdding(true)
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'n' || !isShortcut(event)) return
      event.preventDefault()
      show(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return [adding, show] as const
}
