import { useStore } from '@nanostores/react'
import { CalendarCheck, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BookingRow } from '#contract/admin/bookings.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'
import { receiveSelectedBooking } from '#stores/admin/bookings/edit.ts'
import { bookings, sortBy } from '#stores/admin/bookings/list.ts'
import {
  $selectedBooking,
  openBooking,
  readBookingFromUrl,
  syncBookingWithUrl,
} from '#stores/admin/bookings/selected-booking.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $session } from '#stores/admin/session/session.ts'
import type { StaffScreen } from '#stores/admin/staff-screen.ts'
import { environment } from '#stores/environment.ts'
import { BookingsTable } from '../BookingsTable.tsx'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { isShortcut } from '../is-shortcut.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { formatRowCount } from '../list/format-row-count.ts'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { useRole } from '../useRole.ts'
import { BookingDrawer } from './BookingDrawer.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import { NewBookingDialog } from './NewBookingDialog.tsx'

const SCREEN: StaffScreen = {
  read: async () => {
    readBookingFromUrl()
    await bookings.open()
  },
  receiveBooking: (row: BookingRow) => {
    bookings.receiveRow(row)
    receiveSelectedBooking(row)
  },
}

export default createStaffScreen('/admin/bookings', SCREEN, Bookings)

function Bookings(props: ScreenProps) {
  const { rows, next, status, summary } = useStore(bookings.$list, { ssr: 'initial' })
  const filter = useStore(bookings.$filter, { ssr: 'initial' })
  const selected = useStore($selectedBooking, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  const [isFormOpen, showForm] = useNewBookingForm()
  useEffect(
    () =>
      environment().onAddressChange(() => {
        syncBookingWithUrl()
        bookings.syncWithUrl()
      }),
    [],
  )

  return (
    <>
      <ListScreen
        list={bookings}
        title="Bookings"
        heading={
          <>
            <p className="small mute flex-1">
              {rows && status !== 'loading' && formatRowCount(rows.length, next !== null, summary?.total, ROW_NAMES)}
            </p>
            {HAS_SERVER_FEATURES && <HeaderActions openNewBooking={() => showForm(true)} />}
          </>
        }
        filters={<BookingFilters {...props} isDrawerOpen={selected.state !== 'none'} />}
        rowNames={ROW_NAMES}
        // The amounts of cancelled bookings are no income.
        showsSum={filter.state !== 'cancelled'}
        empty={{
          title: filter.q ? `No booking matches “${filter.q}”.` : 'No bookings found.',
          filtered: 'Try other search terms or filters',
          initial: 'New bookings appear here automatically.',
        }}
        renderRows={(rows, isLoading) => (
          <BookingsTable
            caption="Bookings"
            rows={rows}
            methods={props.methods}
            busy={isLoading}
            sorting={{ sort: filter.sort || 'created', order: filter.order || 'desc', sortBy }}
            selectedId={selected.state === 'none' ? undefined : selected.id}
            onOpen={openBooking}
          />
        )}
      >
        {(body) => (
          <div className={selected.state === 'none' ? undefined : '1280:grid 1280:grid-cols-drawer 1280:gap-7'}>
            <div className="min-w-0">{body}</div>
            {selected.state !== 'none' && (
              <BookingDrawer key={selected.id} selected={selected} methods={props.methods} />
            )}
          </div>
        )}
      </ListScreen>
      {/* Opening the session deletes drafts of another account. */}
      {HAS_SERVER_FEATURES && isFormOpen && session.state === 'open' && (
        <NewBookingDialog
          {...props}
          close={(bookingId) => {
            showForm(false)
            if (bookingId) openBooking(bookingId)
          }}
        />
      )}
    </>
  )
}

const HEADER_BUTTON = 'button button-small max-sm:shrink-0 max-sm:grow max-sm:whitespace-nowrap max-sm:px-2'

function HeaderActions({ openNewBooking }: { openNewBooking: () => void }) {
  useStore(bookings.$filter, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  const keys = useStore($shortcutsEnabled, { ssr: 'initial' })
  const role = useRole()
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full">
      <a className={`${HEADER_BUTTON} button-quiet`} href="/admin/day-sheet">
        <CalendarCheck className="icon" aria-hidden="true" />
        Day sheet
      </a>
      {/* Reserves its space until the role is known. */}
      {(session.state !== 'open' || hasRoleAtLeast(role, 'manager')) && (
        <ExportLink
          className={`${HEADER_BUTTON} button-quiet`}
          href={staffLedger.bookingsExportUrl(bookings.getQuery())}
        />
      )}
      <HydratedButton
        className={HEADER_BUTTON}
        aria-keyshortcuts={keys ? 'n' : undefined}
        onClick={() => openNewBooking()}
      >
        <Plus className="icon" aria-hidden="true" />
        New booking
        {keys && (
          <kbd className="rounded-1 border border-current/55 px-1.5 py-px font-sans text-12 leading-snug max-sm:hidden">
            N
          </kbd>
        )}
      </HydratedButton>
    </div>
  )
}

const NEW_PARAM = 'new'
const ROW_NAMES = ['booking', 'bookings'] as const

/** Opened by the key `n` or by `?new=1`, which stays in the URL so that a sign-in returns to the form. */
function useNewBookingForm() {
  const [isFormOpen, setFormOpen] = useState(false)
  const show = (open: boolean) => {
    setFormOpen(open)
    const address = environment().address()
    if (open) address.searchParams.set(NEW_PARAM, '1')
    else address.searchParams.delete(NEW_PARAM)
    environment().showAddress(address, 'replace')
  }
  useEffect(() => {
    if (environment().address().searchParams.has(NEW_PARAM)) setFormOpen(true)
  }, [])
  useDocumentEvent('keydown', (event) => {
    if (event.key !== 'n' || !isShortcut(event)) return
    event.preventDefault()
    show(true)
  })
  return [isFormOpen, show] as const
}
