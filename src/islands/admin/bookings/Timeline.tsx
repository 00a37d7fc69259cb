import type { BookingDetail, BookingEvent } from '#contract/admin/booking.ts'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { REFUND_LABELS } from '#domain/refund.ts'
import { ATTEMPT_LABELS } from '#domain/waiting.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { changesIn } from './changes.ts'

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
          <Event event={event} methods={methods} />
          <time dateTime={event.at}>{formatInstant(Date.parse(event.at))}</time>
        </li>
      ))}
    </ol>
  </section>
)

const SOURCES: Readonly<Record<string, string>> = {
  return: 'the payer came back',
  staff: 'staff decided',
}

function Event({ event, methods }: { event: BookingEvent; methods: Props['methods'] }) {
  const named = (method: string) => methods[method] ?? method
  switch (event.kind) {
    case 'placed':
      return <Said title={event.by ? 'Placed by staff' : 'Placed by the customer'} by={event.by} />
    case 'state':
      return <Said title={BOOKING_LABELS[event.state]} />
    case 'paying':
      return <Said title={`${named(event.method)}: payment begun`} text={npr(event.amount as Paisa)} />
    case 'paid':
      return (
        <Said
          title={`${named(event.method)}: ${ATTEMPT_LABELS[event.state].toLowerCase()}`}
          text={[npr(event.amount as Paisa), event.reason].filter(Boolean).join('. ')}
        />
      )
    case 'report':
      return <Said title={`${named(event.method)}: ${SOURCES[event.source] ?? 'the gateway wrote'}`} />
    case 'receipt':
      return (
        <p>
          <b>Receipt sent</b>{' '}
          <a className="link" href={staffLedger.receipt(event.receiptId)} download>
            Save the picture
          </a>
        </p>
      )
    case 'refund':
      return (
        <Said
          title={`Refund: ${REFUND_LABELS[event.state].toLowerCase()}`}
          text={npr(event.amount as Paisa)}
          by={event.by}
        />
      )
    case 'mail':
      return <Said title={event.sentAt ? 'Mail sent' : 'Mail waits to be sent'} text={event.subject} />
    case 'deed':
      return (
        <Said
          title={AUDIT_ACTIONS[event.action]}
          text={[...changesIn(event), ...(event.reason ? [event.reason] : [])].join('. ')}
          by={event.by}
        />
      )
    case 'note':
      return <Said title="Note" text={event.body} by={event.by} />
  }
}

const Said = ({ title, text, by }: { title: string; text?: string; by?: string | null }) => (
  <div>
    <p>
      <b>{title}</b>
      {by && <span className="mute">, {by}</span>}
    </p>
    {text && <p className="drawer-note">{text}</p>}
  </div>
)
