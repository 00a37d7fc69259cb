import type { BookingDetail, BookingEvent } from '#contract/admin/booking-detail.ts'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { REFUND_LABELS } from '#domain/refund.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { BookingPart } from './BookingPart.tsx'
import { formatBookingChanges } from './format-booking-changes.ts'

interface Props {
  detail: BookingDetail
  methods: Readonly<Record<string, string>>
}

export const Timeline = ({ detail: { timeline }, methods }: Props) => (
  <BookingPart id="booking-timeline" title="Timeline">
    <ol className="mt-2" reversed>
      {timeline.toReversed().map((event, index) => (
        <li
          key={timeline.length - index}
          className={`relative pb-3.5 pl-5.5 before:absolute before:top-1.25 before:left-0 before:size-2.75 before:rounded-1 after:absolute after:top-5 after:-bottom-px after:left-1.25 after:w-px after:bg-line-2 last:after:hidden ${POINT_COLORS[event.kind] ?? 'before:bg-line-3'}`}
        >
          <TimelineEvent event={event} getMethodName={(method) => methods[method] ?? method} />
          <time className="text-ink-3 text-label tabular-nums" dateTime={event.at}>
            {formatInstant(Date.parse(event.at))}
          </time>
        </li>
      ))}
    </ol>
  </BookingPart>
)

const POINT_COLORS: Readonly<Partial<Record<BookingEvent['kind'], string>>> = {
  state: 'before:bg-pipal-fill',
  audit: 'before:bg-brick-fill',
  note: 'before:bg-marigold',
}

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  return: 'payer returned from the gateway',
  staff: 'staff decision',
}

interface EventProps {
  event: BookingEvent
  getMethodName: (method: string) => string
}

function TimelineEvent({ event, getMethodName }: EventProps) {
  if (event.kind === 'receipt')
    return (
      <p>
        <b>Receipt uploaded</b>{' '}
        <a className="link" href={staffLedger.receiptUrl(event.receiptId)} download>
          Download the image
        </a>
      </p>
    )
  const { title, text, by } = describeEvent(event, getMethodName)
  return (
    <div>
      <p>
        <b>{title}</b>
        {by && <span className="mute">, {by}</span>}
      </p>
      {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
    </div>
  )
}

function describeEvent(
  event: Exclude<BookingEvent, { kind: 'receipt' }>,
  getMethodName: EventProps['getMethodName'],
): { title: string; text?: string; by?: string | null } {
  switch (event.kind) {
    case 'placed':
      return { title: event.by ? 'Placed by staff' : 'Placed by the customer', by: event.by }
    case 'state':
      return { title: BOOKING_LABELS[event.state] }
    case 'payment_started':
      return { title: `${getMethodName(event.method)}: payment started`, text: npr(event.amount) }
    case 'payment_settled': {
      const title = `${getMethodName(event.method)}: ${ATTEMPT_LABELS[event.state].toLowerCase()}`
      return { title, text: [npr(event.amount), event.reason].filter(Boolean).join('. ') }
    }
    case 'report':
      return { title: `${getMethodName(event.method)}: ${SOURCE_LABELS[event.source] ?? 'gateway notification'}` }
    case 'refund': {
      const title = `Refund: ${REFUND_LABELS[event.state].toLowerCase()}`
      return { title, text: npr(event.amount), by: event.by ?? 'automatic' }
    }
    case 'email':
      return { title: event.sentAt ? 'Email sent' : 'Email waiting to be sent', text: event.subject }
    case 'audit': {
      const text = [...formatBookingChanges(event), event.reason].filter(Boolean).join('. ')
      return { title: AUDIT_ACTIONS[event.action], text, by: event.by }
    }
    case 'note':
      return { title: 'Note', text: event.body, by: event.by }
  }
}
