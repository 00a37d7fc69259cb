import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatInstant, formatRange } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { closeBooking, reloadSelected } from '#stores/admin/bookings/selected-booking.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { Selected } from '#stores/admin/selected-record.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { Drawer } from '../list/Drawer.tsx'
import { Skeleton } from '../load-states.tsx'
import { AttentionTag, StateTag } from '../StateTag.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingPayments } from './BookingPayments.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Timeline } from './Timeline.tsx'
import './booking.css'

interface Props {
  selected: Exclude<Selected<BookingDetail>, { state: 'none' }>
  methods: Readonly<Record<string, string>>
}

export function BookingDrawer({ selected, methods }: Props) {
  const close = () => {
    closeBooking()
    document.getElementById(`row-${selected.id}`)?.focus()
  }
  const detail = selected.state === 'open' ? selected.detail : undefined
  return (
    <Drawer
      className="drawer booking"
      headingId="booking-heading"
      heading={detail?.customerName ?? 'Booking'}
      above={<p className="small mute num">{selected.id}</p>}
      closeLabel="Close the booking"
      close={close}
      failure={selected.state === 'failed' ? selected.failure : undefined}
      notFound="Booking not found, or it belongs to another location."
      retry={reloadSelected}
    >
      {selected.state === 'loading' && <Skeleton />}
      {detail && (
        <>
          <p className="booking-standing">
            <span className="admin-tags">
              <StateTag state={detail.state} />
              {detail.attention && <AttentionTag attention={detail.attention} />}
            </span>
            <span className="booking-amount num">{npr(detail.amount)}</span>
          </p>
          <BookingFacts detail={detail} />
          <PriceLines detail={detail} />
          <BookingPayments detail={detail} methods={methods} />
          <BookingActions detail={detail} />
          {HAS_SERVER_FEATURES && <NoteForm />}
          <Timeline detail={detail} methods={methods} />
        </>
      )}
    </Drawer>
  )
}

function BookingFacts({ detail }: { detail: BookingDetail }) {
  const { email, phone, expiresAt, membership } = detail
  return (
    <>
      <Facts
        className="drawer-facts"
        facts={{
          Location: detail.locationName,
          Plan: `${detail.planName}, per ${PERIOD_UNITS[detail.billing]}`,
          Dates: formatRange(detail.startDate, detail.endDate),
          Hours: detail.startTime && `${detail.startTime}–${detail.endTime}`,
          Seats: detail.seats || null,
          Email: email && <EmailLink email={email} />,
          Phone: phone && <PhoneLink phone={phone} />,
          Company: detail.company,
          'Held until': expiresAt && formatInstant(Date.parse(expiresAt)),
          Membership: membership && (
            <a href={`/admin/memberships?open=${encodeURIComponent(membership.membershipId)}`}>
              {MEMBERSHIP_LABELS[membership.status]}, to {formatDate(membership.endDate)}
            </a>
          ),
        }}
      />
      {detail.notes && (
        <div className="booking-wrote">
          <h3>Customer’s notes</h3>
          <p className="drawer-note">{detail.notes}</p>
        </div>
      )}
    </>
  )
}

function PriceLines({ detail: { lines, totalAmount } }: { detail: BookingDetail }) {
  return (
    <table className="booking-lines">
      <caption className="visually-hidden">Price</caption>
      <tbody>
        {lines.map(({ id, label, quantity, amount }) => (
          <tr key={id}>
            <th scope="row">
              {label}
              {quantity > 1 && ` × ${quantity}`}
            </th>
            <td className="num">{npr(amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <td className="num">{npr(totalAmount)}</td>
        </tr>
      </tbody>
    </table>
  )
}
