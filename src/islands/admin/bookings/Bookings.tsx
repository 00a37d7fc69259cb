import { useStore } from '@nanostores/react'
import { CalendarCheck, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mayActAs } from '#domain/staff.ts'
import { hearOpened } from '#stores/admin/bookings/acting.ts'
import { query } from '#stores/admin/bookings/filter.ts'
import {
  $bookings,
  $filter,
  clearFilter,
  followFilter,
  hearBooking,
  openBookings,
  readBookings,
  showMore,
  sortBy,
} from '#stores/admin/bookings/list.ts'
import { $opened, followAddress, openBooking, readNamed } from '#stores/admin/bookings/opened.ts'
import { $keys } from '#stores/admin/keys.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { OFFICE } from '#stores/admin/office.ts'
import { $session } from '#stores/admin/session.ts'
import { environment } from '#stores/environment.ts'
import { Admin } from '../Admin.tsx'
import { BookingTable } from '../BookingTable.tsx'
import { Export } from '../list/Export.tsx'
import { Listed } from '../list/Listed.tsx'
import { rowCount } from '../list/row-count.ts'
import { StaticButton } from '../StaticButton.tsx'
import type { ScreenProps } from '../screens.ts'
import { isShortcut } from '../shortcut.ts'
import { useDesk } from '../useDesk.ts'
import { BookingDrawer } from './BookingDrawer.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import './bookings.css'
import { NewBooking } from './NewBooking.tsx'

const SCREEN = {
  read: async () => {
    readNamed()
    await openBookings()
  },
  hear: (row: Parameters<typeof hearBooking>[0]) => {
    hearBooking(row)
    hearOpened(row)
  },
}

export default (props: ScreenProps) => (
  <Admin path="/admin/bookings" brand={props.brand}>
    <Bookings {...props} />
  </Admin>
)

/** The list of bookings, and beside it the one that is looked at. */
function Bookings(props: ScreenProps) {
  useDesk(SCREEN)
  const list = useStore($bookings, { ssr: 'initial' })
  const filter = useStore($filter, { ssr: 'initial' })
  const opened = useStore($opened, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  const [adding, setAdding] = useNewBookingKey()
  useEffect(
    () =>
      environment().onAddressChange(() => {
        followAddress()
        followFilter()
      }),
    [],
  )
  const isNarrowed = query({ ...filter, sort: '', order: '' }) !== ''

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Bookings</h1>
        <p className="small mute bookings-said">
          {list.rows &&
            list.busy !== 'reading' &&
            rowCount(list.rows.length, list.next !== null, list.about?.total, NAMES)}
        </p>
        {OFFICE && <HeadActions add={() => setAdding(true)} />}
      </div>
      <BookingFilters {...props} />
      <div className={opened.state === 'none' ? 'bookings' : 'bookings bookings-open'}>
        <div className="bookings-list">
          <Listed
            list={list}
            read={readBookings}
            showMore={showMore}
            clear={clearFilter}
            names={NAMES}
            none={{
              title: 'No bookings found.',
              instead: 'Try other words or other filters',
              first: 'The first one will appear here by itself.',
            }}
            isNarrowed={isNarrowed}
          >
            {(rows, isReading) => (
              <BookingTable
                caption="Bookings"
                rows={rows}
                methods={props.methods}
                busy={isReading}
                sorting={{ sort: filter.sort || 'created', order: filter.order || 'desc', by: sortBy }}
                opened={opened.state === 'none' ? undefined : opened.id}
                onOpen={openBooking}
              />
            )}
          </Listed>
        </div>
        {opened.state !== 'none' && <BookingDrawer key={opened.id} opened={opened} methods={props.methods} />}
      </div>
      {/* Not before it is known who types: what another account left half typed is dropped by then. */}
      {OFFICE && adding && session.state === 'open' && (
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
  const keys = useStore($keys, { ssr: 'initial' })
  const role = session.state === 'open' ? session.who.role : 'desk'
  return (
    <div className="bookings-head-actions">
      <a className="button button-quiet button-small" href="/admin/day-sheet">
        <CalendarCheck className="icon" aria-hidden="true" />
        Day sheet
      </a>
      {/* Until it is known who looks, it keeps its place. */}
      {(session.state !== 'open' || mayActAs(role, 'manager')) && (
        <Export className="button button-quiet button-small" href={staffLedger.bookingsTable(query(filter))} />
      )}
      <StaticButton className="button button-small" aria-keyshortcuts={keys ? 'n' : undefined} onClick={() => add()}>
        <Plus className="icon" aria-hidden="true" />
        New booking
        {keys && <kbd className="bookings-key">N</kbd>}
      </StaticButton>
    </div>
  )
}

const NEW = 'new'
const NAMES = ['booking', 'bookings'] as const

/**
 * `n` opens the form, unless letters are off; so does the address `?new=1`, for those who come from elsewhere. It says so
 * while the form is open: whoever has to sign in again, or goes back to it, finds it open.
 */
function useNewBookingKey() {
  const [adding, setAdding] = useState(false)
  const show = (open: boolean) => {
    setAdding(open)
    const address = environment().address()
    if (open) address.searchParams.set(NEW, '1')
    else address.searchParams.delete(NEW)
    environment().showAddress(address, 'replace')
  }
  useEffect(() => {
    if (environment().address().searchParams.has(NEW)) setAdding(true)
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
