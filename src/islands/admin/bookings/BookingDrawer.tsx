import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatDate, formatInstant, formatRange, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { Note } from '#islands/ui/Note.tsx'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { closeBooking, reloadSelected } from '#stores/admin/bookings/selected-booking.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { Selected } from '#stores/admin/selected-record.ts'
import { now } from '#stores/clock.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { Drawer } from '../list/Drawer.tsx'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { listNames } from '../list-names.ts'
import { Skeleton } from '../load-states.tsx'
import { AttentionTag, StateTag } from '../StateTag.tsx'
import { Tags } from '../Tags.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingBills } from './BookingBills.tsx'
import { BookingMoney } from './BookingMoney.tsx'
import { BookingPayments } from './BookingPayments.tsx'
import { BookingRooms } from './BookingRooms.tsx'
import { Guests } from './GuestForm.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Timeline } from './Timeline.tsx'

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
      className="booking buttons:px-3.5"
      headingId="booking-heading"
      heading={detail?.customerName ?? 'Booking'}
      above={<p className="small mute num">{selected.id}</p>}
      amount={detail && npr(detail.amount)}
      closeLabel="Close the booking"
      close={close}
      failure={selected.state === 'failed' ? selected.failure : undefined}
      notFound="Booking not found, or it belongs to another location."
      retry={reloadSelected}
    >
      {selected.state === 'loading' && <Skeleton />}
      {detail && (
        <>
          <p className="mt-3">
            <Tags>
              <StateTag state={detail.state} />
              {detail.totals.refundDue > 0 && <AttentionTag attention="refund_due" />}
              {detail.attention && detail.attention !== 'refund_due' && <AttentionTag attention={detail.attention} />}
            </Tags>
          </p>
          {detail.expiresAt && (
            <p className="mt-2 font-med text-marigold-ink">Held until {formatHoldEnd(Date.parse(detail.expiresAt))}</p>
          )}
          <BookingFacts detail={detail} />
          {detail.change && <OpenChange change={detail.change} />}
          <BookingMoney detail={detail} />
          {detail.rooms && <BookingRooms rooms={detail.rooms} locationId={detail.locationId} />}
          <BookingPayments detail={detail} methods={methods} />
          {HAS_SERVER_FEATURES && detail.payments.length > 0 && <BookingBills detail={detail} />}
          <BookingActions detail={detail} />
          {detail.guests && <Guests guests={detail.guests} />}
          {HAS_SERVER_FEATURES && <NoteForm />}
          <Timeline detail={detail} methods={methods} />
        </>
      )}
    </Drawer>
  )
}

function BookingFacts({ detail }: { detail: BookingDetail }) {
  const { email, phone, membership } = detail
  return (
    <>
      <DrawerFacts
        facts={{
          Location: detail.locationName,
          Plan: `${detail.planName}, per ${PERIOD_UNITS[detail.billing]}`,
          Dates: formatRange(detail.startDate, detail.endDate),
          Hours: detail.startTime && `${detail.startTime}–${detail.endTime}`,
          Seats: detail.seats || null,
          People: detail.seats > 1 && listNames(detail.people, detail.seats),
          Email: email && <EmailLink email={email} />,
          Phone: phone && <PhoneLink phone={phone} />,
          Company: detail.company,
          PAN: detail.pan,
          Membership: membership && (
            <a href={`/admin/memberships?open=${encodeURIComponent(membership.membershipId)}`}>
              {MEMBERSHIP_LABELS[membership.status]}
              {membership.status !== 'cancelled' && `, to ${formatDate(lastDayOf(membership.endDate))}`}
              {membership.isRenewal && ' (renewed by this booking)'}
            </a>
          ),
        }}
      />
      {detail.notes && (
        <div className="mb-4 border-line-3 border-l-3 pl-3">
          <h3 className="stretch-name font-strong text-body">Customer’s notes</h3>
          <p className="wrap-anywhere whitespace-pre-wrap">{detail.notes}</p>
        </div>
      )}
    </>
  )
}

/** `10:11 today`, or with the date of another day. */
const formatHoldEnd = (end: number): string =>
  kathmanduDate(end) === kathmanduDate(now()) ? `${kathmanduTime(end)} today` : formatInstant(end)

function OpenChange({ change }: { change: NonNullable<BookingDetail['change']> }) {
  const dates = formatRange(change.startDate, change.endDate)
  return (
    <Note className="note-warm mb-4">
      <b>
        The customer is changing the date to <span className="whitespace-nowrap">{dates}</span>.
      </b>{' '}
      It is not paid yet. You need not do anything: the customer pays online. Both dates are held until{' '}
      {formatInstant(Date.parse(change.expiresAt))}. If you move or cancel the booking, this change ends.
    </Note>
  )
}
