import { useStore } from '@nanostores/react'
import { CalendarPlus } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { Failure } from '#contract/failure.ts'
import { formatInstant, formatRange } from '#domain/calendar.ts'
import { lastDayOf } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { canRenew } from '#domain/renewal.ts'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { fillFormForRenewal, getDraftLostByRenewal, type WalkIn } from '#stores/admin/desk/walk-in-form.ts'
import { readSelected } from '#stores/admin/memberships/memberships.ts'
import { $today } from '#stores/today.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { Dialog } from '../Dialog.tsx'
import { Drawer } from '../list/Drawer.tsx'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { ChangeResult } from './ChangeResult.tsx'
import { MembershipAmount, MembershipTag } from './MembershipsTable.tsx'
import { TermsForm } from './TermsForm.tsx'

interface Props {
  row: MembershipRow
  mayChange: boolean
  close: () => void
}

const NEW_BOOKING_URL = '/admin/bookings?new=1'

const DRAWER = {
  headingId: 'member-heading',
  closeLabel: 'Close',
  notFound: 'Membership not found, or it belongs to another location.',
  retry: () => void readSelected(),
}

export const MembershipErrorDrawer = (props: { failure: Failure; close: () => void }) => (
  <Drawer {...DRAWER} heading="Membership" {...props} />
)

const BookingLink = ({ bookingId }: { bookingId: string }) => (
  <a href={`/admin/bookings?open=${encodeURIComponent(bookingId)}`}>{bookingId}</a>
)

/** Every booking of a renewed membership, the latest first. */
const Periods = ({ row: { bookings } }: { row: MembershipRow }) => (
  <details className="mb-4">
    <summary className="min-h-11 py-2.5 font-med text-ink-2">All {bookings.length} bookings</summary>
    <ul className="links:inline-block links:min-h-6">
      {bookings.toReversed().map(({ bookingId, startDate, endDate }) => (
        <li key={bookingId} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.75">
          <span className="num">{formatRange(startDate, endDate)}</span>
          <BookingLink bookingId={bookingId} />
        </li>
      ))}
    </ul>
  </details>
)

export function MembershipDrawer({ row, mayChange, close }: Props) {
  const { renewalAmount } = row
  const today = useStore($today)
  const isRenewable = canRenew(row, today)
  const period = PERIOD_UNITS[row.billingCycle]
  const [replacedDraft, setReplacedDraft] = useState<WalkIn>()
  const bookAnotherPeriod = (event: MouseEvent) => {
    const draft = getDraftLostByRenewal(row)
    if (!draft) return fillFormForRenewal(row)
    event.preventDefault()
    setReplacedDraft(draft)
  }
  return (
    <>
      <Drawer
        {...DRAWER}
        heading={row.customerName}
        above={
          <p className="small mute">
            {row.locationName}, {row.planName}
          </p>
        }
        amount={<MembershipAmount row={row} />}
        close={close}
      >
        <p className="mt-3">
          <MembershipTag row={row} />
        </p>
        <DrawerFacts
          facts={{
            Seats: row.seats > 1 && row.seats,
            Dates: formatRange(row.startDate, lastDayOf(row.endDate)),
            [`Price of one more ${period}`]:
              renewalAmount === null ? (
                'no longer sold'
              ) : (
                <>
                  {npr(renewalAmount)} now
                  {row.extras.length > 0 && (
                    <small className="block text-ink-3 text-label">without the add-ons in {npr(row.amount)}</small>
                  )}
                </>
              ),
            Email: row.email && <EmailLink email={row.email} />,
            Phone: <PhoneLink phone={row.phone} />,
            Company: row.company,
            PAN: row.pan,
            [row.bookings.length > 1 ? 'Current booking' : 'Booking']: <BookingLink bookingId={row.bookingId} />,
          }}
        />
        {row.bookings.length > 1 && <Periods row={row} />}
        {row.customerNotes && (
          <div className="mb-4 border-line-3 border-l-3 pl-3">
            <h3 className="stretch-name font-strong text-body">Customer’s notes</h3>
            <p className="wrap-anywhere whitespace-pre-wrap">{row.customerNotes}</p>
          </div>
        )}
        {HAS_SERVER_FEATURES && renewalAmount !== null && (
          <div className="mt-4 mb-5">
            <p className="members-more">
              <a className="button button-quiet button-small" href={NEW_BOOKING_URL} onClick={bookAnotherPeriod}>
                <CalendarPlus className="icon" aria-hidden="true" />
                {isRenewable ? `Renew for another ${period}` : `Book another ${period}`}
              </a>
            </p>
            <p className="hint text-label">
              Opens a new booking with these details. Nothing is booked until you place it.
            </p>
          </div>
        )}
        <ChangeResult />
        {mayChange ? (
          <TermsForm row={row} />
        ) : (
          row.notes && <p className="wrap-anywhere whitespace-pre-wrap">{row.notes}</p>
        )}
        <p className="small mute mt-4 flex min-h-11 flex-wrap items-center gap-x-3 pt-1">
          Last changed {formatInstant(Date.parse(row.updatedAt))}
          {HAS_SERVER_FEATURES && mayChange && (
            <a
              className="link min-h-11"
              href={`/admin/audit?subject=membership&on=${encodeURIComponent(row.membershipId)}`}
            >
              All changes
            </a>
          )}
        </p>
      </Drawer>
      {/* Outside the drawer, which Escape would close as well. */}
      {replacedDraft && (
        <Dialog title="Another booking is unfinished" close={() => setReplacedDraft(undefined)}>
          <div className="grid gap-3.5">
            <p>
              {replacedDraft.name.trim() ? `The booking for ${replacedDraft.name.trim()}` : 'That booking'} is not
              placed yet. Only one booking form can be open.
            </p>
            <div className="flex flex-wrap gap-2.5">
              <a className="button button-small" href={NEW_BOOKING_URL}>
                Continue that booking
              </a>
              <a
                className="button button-quiet button-small"
                href={NEW_BOOKING_URL}
                onClick={() => fillFormForRenewal(row)}
              >
                {isRenewable ? 'Discard it and renew' : `Discard it and book another ${period}`}
              </a>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
