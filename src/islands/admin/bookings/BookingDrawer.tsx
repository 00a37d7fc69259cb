import { X } from 'lucide-react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatInstant, formatRange, type IsoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr, type Paisa } from '#domain/money.ts'
import type { Period } from '#domain/plan.ts'
import { closeBooking, reloadSelected, type SelectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import '../list/drawer.css'
import './booking.css'
import { LoadError } from '../LoadError.tsx'
import { useDrawer } from '../list/useDrawer.ts'
import { Skeleton } from '../Skeleton.tsx'
import { AttentionTag, StateTag } from '../StateTag.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingPayments } from './BookingPayments.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Timeline } from './Timeline.tsx'

interface Props {
  opened: Exclude<SelectedBooking, { state: 'none' }>
  methods: Readonly<Record<string, string>>
}

/** One booking with all that belongs to it. It takes the focus when it opens and gives it back to its row. */
export function BookingDrawer({ opened, methods }: Props) {
  const close = () => {
    closeBooking()
    document.getElementById(`row-${opened.id}`)?.focus()
  }
  const { heading, leave } = useDrawer(close)
  const detail = opened.state === 'open' ? opened.detail : undefined
  return (
    <aside className="drawer booking" aria-labelledby="booking-heading" onKeyDown={leave}>
      <div className="drawer-head">
        <div>
          <p className="small mute num">{opened.id}</p>
          <h2 id="booking-heading" ref={heading} tabIndex={-1}>
            {detail?.customerName ?? 'Booking'}
          </h2>
        </div>
        <button type="button" className="icon-button" onClick={close}>
          <X className="icon" aria-hidden="true" />
          <span className="visually-hidden">Close the booking</span>
        </button>
      </div>
      {opened.state === 'reading' && <Skeleton />}
      {opened.state === 'failed' &&
        (opened.failure.code === 'not_found' ? (
          <p className="drawer-none">There is no such booking, or it belongs to another location.</p>
        ) : (
          <LoadError failure={opened.failure} onRetry={reloadSelected} />
        ))}
      {detail && (
        <>
          <p className="booking-standing">
            <span className="admin-tags">
              <StateTag state={detail.state} />
              {detail.attention && <AttentionTag attention={detail.attention} />}
            </span>
            <span className="booking-amount num">{npr(detail.amount as Paisa)}</span>
          </p>
          <Facts detail={detail} />
          <PriceLines detail={detail} />
          <BookingPayments detail={detail} methods={methods} />
          <BookingActions detail={detail} />
          {HAS_SERVER_FEATURES && <NoteForm />}
          <Timeline detail={detail} methods={methods} />
        </>
      )}
    </aside>
  )
}

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  daily: 'by the day',
  weekly: 'by the week',
  monthly: 'by the month',
  annual: 'by the year',
}

function Facts({ detail }: { detail: BookingDetail }) {
  const { email, phone, expiresAt, membership } = detail
  const facts: Record<string, React.ReactNode> = {
    Place: detail.locationName,
    Plan: `${detail.planName}, ${PERIOD_LABELS[detail.billing]}`,
    Dates: formatRange(detail.startDate as IsoDate, detail.endDate as IsoDate),
    Hours: detail.startTime && `${detail.startTime}–${detail.endTime}`,
    Seats: detail.seats || null,
    Email: email && <a href={`mailto:${email}`}>{email}</a>,
    Phone: phone && <a href={`tel:${phone.replace(' ext ', ';ext=')}`}>{phone}</a>,
    Company: detail.company,
    'Held until': expiresAt && formatInstant(Date.parse(expiresAt)),
    Membership: membership && (
      <a href={`/admin/memberships?open=${encodeURIComponent(membership.membershipId)}`}>
        {MEMBERSHIP_LABELS[membership.status]}, to {formatDate(membership.endDate as IsoDate)}
      </a>
    ),
  }
  return (
    <>
      <dl className="drawer-facts">
        {Object.entries(facts).map(
          ([term, fact]) =>
            fact && (
              <div key={term}>
                <dt>{term}</dt>
                <dd className="num">{fact}</dd>
              </div>
            ),
        )}
      </dl>
      {detail.notes && (
        <div className="booking-wrote">
          <h3>The customer wrote</h3>
          <p className="drawer-note">{detail.notes}</p>
        </div>
      )}
    </>
  )
}

function PriceLines({ detail: { lines, totalAmount } }: { detail: BookingDetail }) {
  return (
    <table className="booking-lines">
      <caption className="visually-hidden">What it costs</caption>
      <tbody>
        {lines.map(({ id, label, quantity, amount }) => (
          <tr key={id}>
            <th scope="row">
              {label}
              {quantity > 1 && ` × ${quantity}`}
            </th>
            <td className="num">{npr(amount as Paisa)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <td className="num">{npr(totalAmount as Paisa)}</td>
        </tr>
      </tbody>
    </table>
  )
}
