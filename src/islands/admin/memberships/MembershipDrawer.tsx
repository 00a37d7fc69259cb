import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { OFFICE } from '#stores/admin/office.ts'
import { Changed } from './Changed.tsx'
import { MembershipTag } from './MembershipTable.tsx'
import { TermsForm } from './TermsForm.tsx'

interface Props {
  row: MembershipRow
  mayChange: boolean
  close: () => void
}

const ONE: Readonly<Record<Period, string>> = { daily: 'day', weekly: 'week', monthly: 'month', annual: 'year' }

/** One membership beside the list, which stays usable; on small screens it covers it (look.md "Drawer"). */
export function MembershipDrawer({ row, mayChange, close }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  const { bookingId, billingCycle, renewalAmount } = row
  return (
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
            {row.planName}, by the {ONE[billingCycle]}
          </dd>
        </div>
        <div>
          <dt>Paid for</dt>
          <dd className="num">{npr(row.amount as Paisa)}</dd>
        </div>
        <div>
          <dt>One more {ONE[billingCycle]} costs</dt>
          <dd className="num">{renewalAmount === null ? 'not sold any more' : `${npr(renewalAmount as Paisa)} now`}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${row.email}`}>{row.email}</a>
          </dd>
        </div>
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
      <Changed />
      {mayChange ? <TermsForm row={row} /> : row.notes && <p className="drawer-note">{row.notes}</p>}
      {OFFICE && mayChange && (
        <p className="drawer-end">
          <a className="link" href={`/admin/audit?subject=membership&on=${encodeURIComponent(row.membershipId)}`}>
            Everything that was changed
          </a>
        </p>
      )}
    </aside>
  )
}
