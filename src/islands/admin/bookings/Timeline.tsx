import type { BookingDetail, BookingEvent } from '#contract/admin/booking-detail.ts'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { REFUND_LABELS } from '#domain/refund.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { describeChanges } from './describe-changes.ts'

interface Props {
  detail: BookingDetail
  methods: Readonly<Record<string, string>>
}

/** Everything that happened, the latest first. */
export const Timeline = ({ detail: { timeline }, methods }: Props) => (
  <section className="booking-part" aria-labelledby="booking-timeline">
    <h3 id="booking-timeline">Timeline</h3>
    <ol className="booking-timeline" reversed>
      {timeline.toReversed().map((event, index) => (
        <li key={timeline.length - index} className={`booking-event booking-event-${event.kind}`}>
          <TimelineEvent event={event} methods={methods} />
          <time dateTime={event.at}>{formatInstant(Date.parse(event.at))}</time>
        </li>
      ))}
    </ol>
  </section>
)

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  return: 'the payer came back',
  staff: 'staff decided',
}

function TimelineEvent({ event, methods }: { event: BookingEvent; methods: Props['methods'] }) {
  const named = (method: string) => methods[method] ?? method
  switch (event.kind) {
    case 'placed':
      return <TimelineEntry title={event.by ? 'Placed by staff' : 'Placed by the customer'} by={event.by} />
    case 'state':
      return <TimelineEntry title={BOOKING_LABELS[event.state]} />
    case 'paying':
      return <TimelineEntry title={`${named(event.method)}: payment begun`} text={npr(event.amount as Paisa)} />
    case 'paid':
      return (
        <TimelineEntry
          title={`${named(event.method)}: ${ATTEMPT_LABELS[event.state].toLowerCase()}`}
          text={[npr(event.amount as Paisa), event.reason].filter(Boolean).join('. ')}
        />
      )
    case 'report':
      return <TimelineEntry title={`${named(event.method)}: ${SOURCE_LABELS[event.source] ?? 'the gateway wrote'}`} />
    case 'receipt':
      return (
        <p>
          <b>Receipt sent</b>{' '}
          <a className="link" href={staffLedger.receiptUrl(event.receiptId)} download>
            Save the picture
          </a>
        </p>
      )
    case 'refund':
      return (
        <TimelineEntry
          title={`Refund: ${REFUND_LABELS[event.state].toLowerCase()}`}
          text={npr(event.amount as Paisa)}
          by={event.by}
        />
      )
    case 'mail':
      return <TimelineEntry title={event.sentAt ? 'Mail sent' : 'Mail waits to be sent'} text={event.subject} />
    case 'deed':
      return (
        <TimelineEntry
          title={AUDIT_ACTIONS[event.action]}
          text={[...describeChanges(event), ...(event.reason ? [event.reason] : [])].join('. ')}
          by={event.by}
        />
      )
    case 'note':
      return <TimelineEntry title="Note" text={event.body} by={event.by} />
  }
}

const TimelineEntry = ({ title, text, by }: { title: string; text?: string; by?: string | null }) => (
  <div>
    <p>
      <b>{title}</b>
      {by && <span className="mute">, {by}</span>}
    </p>
    {text && <p className="drawer-note">{text}</p>}
  </div>
)
