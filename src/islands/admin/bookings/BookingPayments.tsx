import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { AttemptTag } from '../StateTag.tsx'

interface Props {
  detail: BookingDetail
  methods: Readonly<Record<string, string>>
}

export const BookingPayments = ({ detail: { payments }, methods }: Props) => (
  <section className="booking-part" aria-labelledby="booking-payments">
    <h3 id="booking-payments">Payments</h3>
    {payments.length === 0 && <p className="mute">No payment attempts yet.</p>}
    <ul className="booking-payments">
      {payments.map((payment) => (
        <li key={payment.paymentId}>
          <p className="booking-payment">
            {HAS_SERVER_FEATURES ? (
              <a className="link" href={`/admin/payments?open=${encodeURIComponent(payment.paymentId)}`}>
                <b>{methods[payment.method] ?? payment.method}</b>
              </a>
            ) : (
              <b>{methods[payment.method] ?? payment.method}</b>
            )}
            <AttemptTag state={payment.state} />
            <span className="num">{npr(payment.received ?? payment.amount)}</span>
          </p>
          <p className="small mute">
            {formatInstant(Date.parse(payment.createdAt))}
            {payment.transactionId && `, transaction ${payment.transactionId}`}
            {payment.fee > 0 && `, including a fee of ${npr(payment.fee)}`}
          </p>
          {payment.refunded > 0 && <p className="small">{npr(payment.refunded)} refunded or being refunded</p>}
          {payment.reason && <p className="small drawer-note">{payment.reason}</p>}
          {payment.receipts.map((receipt, index) => (
            <a key={receipt} className="link small" href={staffLedger.receiptUrl(receipt)} download>
              Receipt {payment.receipts.length > 1 && index + 1}
            </a>
          ))}
        </li>
      ))}
    </ul>
  </section>
)
