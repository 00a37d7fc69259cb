import { CalendarPlus, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { Failure } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'
import { fillFormForRenewal, getDraftLostByRenewal } from '#stores/admin/desk/walk-in-form.ts'
import { readSelected } from '#stores/admin/memberships/memberships.ts'
import { Dialog } from '../Dialog.tsx'
import { LoadError } from '../LoadError.tsx'
import { useDrawer } from '../list/useDrawer.ts'
import { ChangeResult } from './ChangeResult.tsx'
import { MembershipTag } from './MembershipsTable.tsx'
import { TermsForm } from './TermsForm.tsx'

interface Props {
  row: MembershipRow
  mayChange: boolean
  close: () => void
}

const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  annual: 'year',
}

const NEW_BOOKING_URL = '/admin/bookings?new=1'

interface UnavailableMembershipProps {
  failure: Failure
  close: () => void
}

/** In the drawer's place, where an address names a membership that cannot be shown. */
export function UnavailableMembership({ failure, close }: UnavailableMembershipProps) {
  const { heading, leave } = useDrawer(close)
  return (
    <aside className="drawer" aria-labelledby="member-heading" onKeyDown={leave}>
      <div className="drawer-head">
        <h2 id="member-heading" ref={heading} tabIndex={-1}>
          Membership
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <X className="icon" />
        </button>
      </div>
      {failure.code === 'not_found' ? (
        <p className="drawer-none">There is no such membership, or it belongs to another location.</p>
      ) : (
        <LoadError failure={failure} onRetry={() => void readSelected()} />
      )}
    </aside>
  )
}

/** One membership beside the list, which stays usable; on small screens the drawer covers it. */
export function MembershipDrawer({ row, mayChange, close }: Props) {
  const { heading, leave } = useDrawer(close)
  const { bookingId, billingCycle, renewalAmount } = row
  const [lost, setLost] = useState<WalkIn>()
  const bookOneMore = (event: MouseEvent) => {
    const typed = getDraftLostByRenewal(row)
    if (!typed) return fillFormForRenewal(row)
    event.preventDefault()
    setLost(typed)
  }
  return (
    <>
      <aside className="drawer" aria-labelledby="member-heading" onKeyDown={leave}>
        <div className="drawer-head">
          <div>
            <MembershipTag status={row.status} />
            <h2 id="member-heading" ref={heading} tabIndex={-1}>
              {row.customerName}
            </h2>
          </div>
          <button type="button" className="icon-button" aria-label="Close" onClick={close}>
            <X className="icon" />
          </button>
        </div>
        <dl className="drawer-facts">
          <div>
            <dt>Place</dt>
            <dd>{row.locationName}</dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>
              {row.planName}, by the {PERIOD_NAMES[billingCycle]}
            </dd>
          </div>
          <div>
            <dt>Paid for</dt>
            <dd className="num">{npr(row.amount as Paisa)}</dd>
          </div>
          <div>
            <dt>One more {PERIOD_NAMES[billingCycle]} costs</dt>
            <dd className="num">
              {renewalAmount === null ? 'not sold any more' : `${npr(renewalAmount as Paisa)} now`}
            </dd>
          </div>
          {row.email && (
            <div>
              <dt>Email</dt>
              <dd>
                <a href={`mailto:${row.email}`}>{row.email}</a>
              </dd>
            </div>
          )}
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${row.phone.replace(' ext ', ';ext=')}`}>{row.phone}</a>
            </dd>
          </div>
          <div>
            <dt>Booking</dt>
            <dd>
              <a href={`/admin/bookings?open=${encodeURIComponent(bookingId)}`}>{bookingId}</a>
            </dd>
          </div>
          <div>
            <dt>Last changed</dt>
            <dd className="num">{formatInstant(Date.parse(row.updatedAt))}</dd>
          </div>
        </dl>
        {HAS_SERVER_FEATURES && renewalAmount !== null && (
          <p className="members-more">
            <a className="button button-quiet button-small" href={NEW_BOOKING_URL} onClick={bookOneMore}>
              <CalendarPlus className="icon" aria-hidden="true" />
              Book one more {PERIOD_NAMES[billingCycle]}
            </a>
          </p>
        )}
        <ChangeResult />
        {mayChange ? <TermsForm row={row} /> : row.notes && <p className="drawer-note">{row.notes}</p>}
        {HAS_SERVER_FEATURES && mayChange && (
          <p className="drawer-end">
            <a className="link" href={`/admin/audit?subject=membership&on=${encodeURIComponent(row.membershipId)}`}>
              Everything that was changed
            </a>
          </p>
        )}
      </aside>
      {/* Not within the drawer, which Escape would close as well. */}
      {lost && (
        <Dialog title="Another booking is half filled in" close={() => setLost(undefined)}>
          <div className="drawer-form">
            <p>
              {lost.name.trim() ? `What was typed for ${lost.name.trim()}` : 'What was typed'} is not booked yet. There
              is one such form at a time.
            </p>
            <div className="admin-dialog-buttons">
              <a className="button button-small" href={NEW_BOOKING_URL}>
                Go on with that one
              </a>
              <a
                className="button button-quiet button-small"
                href={NEW_BOOKING_URL}
                onClick={() => fillFormForRenewal(row)}
              >
                Drop it and book one more {PERIOD_NAMES[billingCycle]}
              </a>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
