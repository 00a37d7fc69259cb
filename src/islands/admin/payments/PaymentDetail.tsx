import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatInstant, formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { $selectedPayment, reloadPayment } from '#stores/admin/payments/selected-payment.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import { EmptyState, LoadError, Skeleton } from '../load-states.tsx'
import { AttemptTag } from '../StateTag.tsx'
import { isSingleColumn } from './is-single-column.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { hasFailedCheck, ReceiptChecks, ReceiptViewer } from './ReceiptViewer.tsx'
import { Refunds } from './Refunds.tsx'
import { WaitingReasonTag } from './ReviewQueue.tsx'
import './payment-detail.css'

interface Props {
  methods: Readonly<Record<string, string>>
  close: () => void
}

export function PaymentDetail({ methods, close }: Props) {
  const selected = useStore($selectedPayment)
  const heading = useRef<HTMLHeadingElement>(null)
  const lastShownId = useRef<string>(undefined)
  const id = selected.state === 'open' ? selected.id : undefined
  // Keyboard users continue at the top of the next payment.
  useEffect(() => {
    if (id && lastShownId.current !== id && (lastShownId.current || isSingleColumn())) heading.current?.focus()
    if (id) lastShownId.current = id
  }, [id])
  // The focused control is gone with the payment: focus its row.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(`payment-${lastShownId.current}`)?.focus()
    },
    [],
  )
  if (selected.state === 'none') return null
  return (
    <section className="verify-case" aria-label="Payment">
      <button type="button" className="button button-quiet button-small verify-back" onClick={close}>
        <ArrowLeft className="icon" aria-hidden="true" />
        Back to the list
      </button>
      {selected.state === 'loading' && <Skeleton />}
      {selected.state === 'failed' && selected.failure.code === 'not_found' && (
        <EmptyState title="Payment not found.">
          It does not exist, or it belongs to another location. <LinkButton onClick={close}>Close it</LinkButton>
        </EmptyState>
      )}
      {selected.state === 'failed' && selected.failure.code !== 'not_found' && (
        <LoadError failure={selected.failure} onRetry={() => void reloadPayment()} />
      )}
      {selected.state === 'open' && (
        <PaymentSections key={selected.id} view={selected.detail} methods={methods} heading={heading} />
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
  const [selectedReceiptId, selectReceipt] = useState<string>()
  const receipt = view.receipts.find(({ receiptId }) => receiptId === selectedReceiptId) ?? view.receipts[0]
  const { payment, reviewReasons } = view
  return (
    <div className="verify-parts" data-receipt={receipt !== undefined}>
      {receipt && <ReceiptViewer view={view} receipt={receipt} select={selectReceipt} />}
      <div className="verify-facts">
        <header>
          <h2 ref={heading} tabIndex={-1}>
            {payment.customerName}
            <span className="num">{npr(payment.amount)}</span>
          </h2>
          <p className="verify-why">
            {reviewReasons.map((reason) => (
              <WaitingReasonTag key={reason} reason={reason} refundDue={payment.refundDue} />
            ))}
            {reviewReasons.length === 0 && <AttemptTag state={payment.state} />}
          </p>
        </header>
        <DecisionNote view={view} />
        {receipt && <ReceiptChecks view={view} receipt={receipt} />}
        <PaymentActions view={view} receiptCheckFailed={receipt && hasFailedCheck(view, receipt)} heading={heading} />
        <Refunds view={view} methods={methods} />
        <PaymentFacts view={view} methods={methods} />
      </div>
    </div>
  )
}

function DecisionNote({ view: { lastDecision, reviewReasons } }: { view: PaymentView }) {
  if (!lastDecision) return null
  return (
    <p className="note" data-last={reviewReasons.length === 0 || undefined}>
      <span>
        <b>{lastDecision.label}</b>: {lastDecision.by ?? 'the system'}, {formatInstant(Date.parse(lastDecision.at))}.
        {lastDecision.reason && ` ${lastDecision.reason}`}
      </span>
    </p>
  )
}

function PaymentFacts({ view, methods }: { view: PaymentView; methods: Props['methods'] }) {
  const { payment, fee, reason, queriedAt, canRecheck } = view
  return (
    <Facts
      className="key-values verify-known"
      facts={{
        Booking: (
          <a className="link num" href={`/admin/bookings?q=${payment.bookingId}&open=${payment.bookingId}`}>
            {payment.bookingId}
          </a>
        ),
        Method: methods[payment.method] ?? payment.method,
        'Payment status': ATTEMPT_LABELS[payment.state],
        Requested: npr(payment.amount) + (fee > 0 ? `, including a fee of ${npr(fee)}` : ''),
        Received: payment.received === null ? null : npr(payment.received),
        Refunded: payment.refunded > 0 ? npr(payment.refunded) : null,
        Transaction: payment.transactionId,
        'Last report': reason,
        'Last checked': canRecheck && queriedAt ? formatTimestamp(queriedAt) : null,
        Started: formatTimestamp(payment.createdAt),
        Location: `${payment.locationName}, ${payment.planName}`,
        Dates: formatRange(payment.startDate, payment.endDate),
        'Booking status': BOOKING_LABELS[payment.bookingState],
      }}
    />
  )
}
