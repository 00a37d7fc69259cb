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
import { PURPOSE_LABELS } from '../purpose-labels.ts'
import { AttemptTag, UnreconciledTag } from '../StateTag.tsx'
import { isSingleColumn } from './is-single-column.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { hasFailedCheck, ReceiptChecks, ReceiptViewer } from './ReceiptViewer.tsx'
import { Refunds } from './Refunds.tsx'
import { WaitingReasonTags } from './ReviewQueue.tsx'

interface Props {
  methods: Readonly<Record<string, string>>
  close: () => void
  /** Whether it is beside the list of all payments, not beside the review queue. */
  isBesideList?: boolean
}

export function PaymentDetail({ methods, close, isBesideList = false }: Props) {
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
    <section
      className={`@container min-w-0 grid-cols-1 sm:grid ${isBesideList ? 'self-start border border-line-2 border-t-6 border-t-ledge bg-paper-raised max-sm:-mx-4 max-sm:border-x-0 max-detail:-order-1 max-detail:mt-4.5' : ''}`}
      aria-label="Payment"
    >
      <button
        type="button"
        className={`button button-quiet button-small mx-5 mt-3 ${isBesideList ? '' : 'sm:hidden'}`}
        onClick={close}
      >
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
  const actions = (
    <PaymentActions
      key="actions"
      view={view}
      receiptCheckFailed={receipt && hasFailedCheck(view, receipt)}
      heading={heading}
    />
  )
  const refunds = <Refunds key="refunds" view={view} methods={methods} />
  const facts = <PaymentFacts view={view} methods={methods} />
  return (
    // In one column: the image of the receipt, its reading, then the decision.
    <div
      className={`@max-860px:flex grid @max-860px:flex-col @max-860px:gap-4.5 @max-860px:p-5 ${receipt ? 'grid-cols-receipt' : 'grid-cols-7-5'}`}
    >
      {receipt && <ReceiptViewer view={view} receipt={receipt} select={selectReceipt} />}
      <div className="flex @max-860px:contents min-w-0 max-w-700px flex-col gap-4.5 p-5">
        <h2
          ref={heading}
          className="payment-head stretch-head wrap-anywhere sticky top-0 z-1 -my-2.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 bg-paper-raised py-2.5 font-display text-3 leading-105 max-md:top-14"
          tabIndex={-1}
        >
          {payment.customerName}
          <HeadAmount {...payment} />
        </h2>
        <p className="flex flex-wrap gap-1">
          <WaitingReasonTags payment={payment} reasons={reviewReasons} />
          {reviewReasons.length === 0 && <AttemptTag state={payment.state} />}
          <UnreconciledTag payment={payment} />
        </p>
        <DecisionNote view={view} />
        {receipt && <ReceiptChecks view={view} receipt={receipt} />}
        {payment.refundDue > 0 ? [refunds, actions] : [actions, refunds]}
        {receipt && facts}
      </div>
      {!receipt && <div className="@max-860px:contents p-5">{facts}</div>}
    </div>
  )
}

/** Leads with the cash that the desk has to pay out. */
const HeadAmount = ({ amount, unpaidCash }: PaymentView['payment']) => (
  <span className="num">
    {npr(unpaidCash || amount)}
    {unpaidCash > 0 && <small className="font-stretch-normal font-text text-body text-ink-2"> to pay out</small>}
  </span>
)

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

interface PaymentFactsProps {
  view: PaymentView
  methods: Props['methods']
}

function PaymentFacts({ view, methods }: PaymentFactsProps) {
  const { payment, purpose, fee, takenBy, reconciledBy, reason, queriedAt, canRecheck } = view
  const { reconciledAt, receivedAt } = payment
  return (
    <Facts
      className="key-values wrap-anywhere @max-860px:order-3 content-start text-compact *:*:whitespace-normal *:*:py-1.5"
      facts={{
        Booking: (
          <a className="link num min-h-6" href={`/admin/bookings?q=${payment.bookingId}&open=${payment.bookingId}`}>
            {payment.bookingId}
          </a>
        ),
        'Pays for': PURPOSE_LABELS[purpose],
        Method: methods[payment.method] ?? payment.method,
        'Payment status': ATTEMPT_LABELS[payment.state],
        Requested: npr(payment.amount) + (fee > 0 ? `, including a fee of ${npr(fee)}` : ''),
        Received: payment.received === null ? null : npr(payment.received),
        'Received on': receivedAt === null ? null : formatTimestamp(receivedAt),
        'Taken by': takenBy,
        Reconciled: reconciledAt === null ? null : `${formatTimestamp(reconciledAt)}, ${reconciledBy}`,
        Refunded: payment.refunded > 0 ? npr(payment.refunded) : null,
        'Rest to refund': payment.unpaidCash > 0 && payment.refundDue > 0 ? npr(payment.refundDue) : null,
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
