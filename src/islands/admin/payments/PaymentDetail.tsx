import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant, formatRange, type IsoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { $selectedPayment, reloadPayment } from '#stores/admin/payments/selected-payment.ts'
import { EmptyState } from '../EmptyState.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { AttemptTag } from '../StateTag.tsx'
import { formatTimestamp } from './format-date.ts'
import { isSingleColumn } from './is-single-column.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { isDoubtful, ReceiptChecks, Receipts } from './Receipts.tsx'
import { Refunds } from './Refunds.tsx'
import { WaitingReasonTag } from './ReviewQueue.tsx'
import './payment-detail.css'

interface Props {
  methods: Readonly<Record<string, string>>
  close: () => void
}

/** One payment: what came with it, what is known of it, and what can be decided. */
export function PaymentDetail({ methods, close }: Props) {
  const shown = useStore($selectedPayment)
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef<string>(undefined)
  const id = shown.state === 'shown' ? shown.id : undefined
  // Another payment has come into sight, or the first one in the place of the list: whoever decides by keyboard goes on
  // from its top.
  useEffect(() => {
    if (id && seen.current !== id && (seen.current || isSingleColumn())) heading.current?.focus()
    if (id) seen.current = id
  }, [id])
  // When it is gone, what had the focus in it is gone as well, and its row goes on.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(`payment-${seen.current}`)?.focus()
    },
    [],
  )
  if (shown.state === 'none') return null
  return (
    <section className="verify-case" aria-label="Payment">
      <button type="button" className="button button-quiet button-small verify-back" onClick={close}>
        <ArrowLeft className="icon" aria-hidden="true" />
        Back to the list
      </button>
      {shown.state === 'reading' && <Skeleton />}
      {shown.state === 'failed' && shown.failure.code === 'not_found' && (
        <EmptyState title="No such payment.">
          It is not there, or it belongs to another location.{' '}
          <button type="button" className="link" onClick={close}>
            Close it
          </button>
        </EmptyState>
      )}
      {shown.state === 'failed' && shown.failure.code !== 'not_found' && (
        <LoadError failure={shown.failure} onRetry={() => void reloadPayment()} />
      )}
      {shown.state === 'shown' && (
        <PaymentSections key={shown.id} view={shown.view} methods={methods} heading={heading} />
      )}
    </section>
  )
}

interface PaymentSectionsProps {
  view: PaymentView
  methods: Props['methods']
  heading: RefObject<HTMLHeadingElement | null>
}

function PaymentSections({ view, methods, heading }: PaymentSectionsProps) {
  const [chosen, choose] = useState<string>()
  const receipt = view.receipts.find(({ receiptId }) => receiptId === chosen) ?? view.receipts[0]
  const { payment, waits } = view
  return (
    <div className="verify-parts" data-receipt={receipt !== undefined}>
      {receipt && <Receipts view={view} receipt={receipt} choose={choose} />}
      <div className="verify-facts">
        <header>
          <h2 ref={heading} tabIndex={-1}>
            {payment.customerName}
            <span className="num">{npr(payment.amount as Paisa)}</span>
          </h2>
          <p className="verify-why">
            {waits.map((why) => (
              <WaitingReasonTag key={why} why={why} owed={payment.owed} />
            ))}
            {waits.length === 0 && <AttemptTag state={payment.state} />}
          </p>
        </header>
        <DecisionNote view={view} />
        {receipt && <ReceiptChecks view={view} receipt={receipt} />}
        <PaymentActions view={view} doubtful={receipt && isDoubtful(view, receipt)} heading={heading} />
        <Refunds view={view} methods={methods} />
        <PaymentFacts view={view} methods={methods} />
      </div>
    </div>
  )
}

function DecisionNote({ view: { decided, waits } }: { view: PaymentView }) {
  if (!decided) return null
  return (
    <p className="note" data-last={waits.length === 0 || undefined}>
      <span>
        <b>{decided.what}</b>: {decided.by ?? 'the product by itself'}, {formatInstant(Date.parse(decided.at))}.
        {decided.reason && ` ${decided.reason}`}
      </span>
    </p>
  )
}

function PaymentFacts({ view, methods }: { view: PaymentView; methods: Props['methods'] }) {
  const { payment, fee, reason, askedAt, asks } = view
  const rows: Record<string, string | null> = {
    Method: methods[payment.method] ?? payment.method,
    'Payment is': ATTEMPT_LABELS[payment.state],
    'Asked for': npr(payment.amount as Paisa) + (fee > 0 ? `, ${npr(fee as Paisa)} of it the fee` : ''),
    Received: payment.received === null ? null : npr(payment.received as Paisa),
    'Sent back': payment.refunded > 0 ? npr(payment.refunded as Paisa) : null,
    Transaction: payment.transactionId,
    'Last word': reason,
    'Last asked': asks && askedAt ? formatTimestamp(askedAt) : null,
    Begun: formatTimestamp(payment.createdAt),
    Place: `${payment.locationName}, ${payment.planName}`,
    Dates: formatRange(payment.startDate as IsoDate, payment.endDate as IsoDate),
    'Booking is': BOOKING_LABELS[payment.bookingState],
  }
  return (
    <dl className="key-values verify-known">
      <div>
        <dt>Booking</dt>
        <dd>
          <a className="link num" href={`/admin/bookings?q=${payment.bookingId}&open=${payment.bookingId}`}>
            {payment.bookingId}
          </a>
        </dd>
      </div>
      {Object.entries(rows).map(
        ([term, text]) =>
          text && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="num">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
