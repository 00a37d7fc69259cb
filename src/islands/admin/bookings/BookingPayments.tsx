import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { PURPOSE_LABELS } from '../purpose-labels.ts'
import { AttemptTag } from '../StateTag.tsx'
import { BookingPart } from './BookingPart.tsx'

interface Props {
  detail: BookingDetail
  methods: Readonly<Record<string, string>>
}

export const BookingPayments = ({ detail: { payments }, methods }: Props) => (
  <BookingPart id="booking-payments" title="Payments">
    {payments.length === 0 && <p className="mute">No payment attempts yet.</p>}
    <ul>
      {payments.map((payment) => (
        <li key={payment.paymentId} className="not-first:border-line not-first:border-t py-2">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {HAS_SERVER_FEATURES ? (
              <a className="link min-h-6" href={`/admin/payments?open=${encodeURIComponent(payment.paymentId)}`}>
                <b>{methods[payment.method] ?? payment.method}</b>
              </a>
            ) : (
              <b>{methods[payment.method] ?? payment.method}</b>
            )}
            <AttemptTag state={payment.state} />
            {PURPOSE_LABELS[payment.purpose] && <span className="tag tag-line">{PURPOSE_LABELS[payment.purpose]}</span>}
            <span className="num ml-auto">{npr(payment.received ?? payment.amount)}</span>
          </p>
          <p className="small mute">
            {formatInstant(Date.parse(payment.createdAt))}
            {payment.fee > 0 && `, including a fee of ${npr(payment.fee)}`}
            {payment.transactionId && <span className="block">Transaction {payment.transactionId}</span>}
          </p>
          {payment.refundDue > 0 && payments.length > 1 && (
            <p className="small font-strong">{npr(payment.refundDue)} to refund</p>
          )}
          {payment.refunded > 0 && <p className="small">{npr(payment.refunded)} refunded or being refunded</p>}
          {payment.reason && <p className="small wrap-anywhere whitespace-pre-wrap">{payment.reason}</p>}
          {payment.receipts.map((receipt, index) => (
            <a key={receipt} className="link small min-h-6" href={staffLedger.receiptUrl(receipt)} download>
              Receipt {payment.receipts.length > 1 && index + 1}
            </a>
          ))}
        </li>
      ))}
    </ul>
  </BookingPart>
)
