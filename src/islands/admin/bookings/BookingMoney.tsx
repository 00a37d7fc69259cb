import type { ReactNode } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { formatAmount, npr, type Paisa, sum } from '#domain/money.ts'
import { isManagerOrAbove } from '#stores/admin/session/session.ts'
import { getDecisionLabel } from '../decision-label.ts'
import { describeCancellation } from './timeline-facts.ts'

type Money = Pick<BookingDetail, 'amount' | 'change' | 'lines' | 'payments' | 'state' | 'timeline' | 'totals'>

/** What the booking costs, and below what was received, refunded and promised back. */
export function BookingMoney({ detail }: { detail: Money }) {
  const { difference, hours, fee, received, refunded, refundDue } = detail.totals
  const cancellation = detail.state === 'cancelled' && describeCancellation(detail.timeline)
  const toDecide = detail.payments.find((payment) => payment.refundDue > 0)
  return (
    <>
      <table className="w-full">
        <caption className="visually-hidden">Price and payments</caption>
        <tbody>
          {detail.lines.map(({ id, label, quantity, unitAmount, amount }) => (
            <Row key={id} amount={amount}>
              {label}
              {quantity > 1 && `, ${quantity}\u00a0×\u00a0${formatAmount(unitAmount)}`}
            </Row>
          ))}
          {difference > 0 && (
            <Row amount={difference}>{detail.change ? 'Earlier change of date' : 'Change of date'}</Row>
          )}
          {hours > 0 && <Row amount={hours}>Extra meeting-room hours</Row>}
          {fee > 0 && <Row amount={fee}>Card fee</Row>}
          <Row amount={detail.amount} isTotal>
            Total
          </Row>
          {received > 0 && <Row amount={received}>Received</Row>}
          {detail.change && (
            <>
              <Row amount={sum([detail.amount, detail.change.amount])} isApart>
                Total with the new date
              </Row>
              <Row amount={detail.change.amount} isTotal>
                To pay for the new date
              </Row>
            </>
          )}
          {refunded > 0 && <Row amount={refunded}>Refunded or being refunded</Row>}
          {(refundDue > 0 || (detail.state === 'cancelled' && received > 0)) && (
            <Row amount={refundDue} isTotal>
              Refund due to the customer
            </Row>
          )}
        </tbody>
      </table>
      {cancellation && <p className="small mt-2">{cancellation}</p>}
      {toDecide && isManagerOrAbove() && (
        <a className="button button-small mt-3" href={`/admin/payments?open=${toDecide.paymentId}`}>
          {getDecisionLabel(detail.state, true)} {npr(toDecide.refundDue)}
        </a>
      )}
    </>
  )
}

interface RowProps {
  amount: Paisa
  isTotal?: boolean
  /** Begins another calculation. */
  isApart?: boolean
  children: ReactNode
}

function Row({ amount, isTotal = false, isApart = false, children }: RowProps) {
  const line = isTotal ? 'border-line-2 border-t font-strong' : ''
  const space = isApart ? 'pt-5 pb-1' : 'py-1'
  return (
    <tr>
      <th scope="row" className={`${space} text-left ${isTotal ? line : 'font-text'}`}>
        {children}
      </th>
      <td className={`num ${space} text-right ${line}`}>{npr(amount)}</td>
    </tr>
  )
}
