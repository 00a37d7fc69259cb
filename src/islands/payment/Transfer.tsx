import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { formatInstant } from '#domain/calendar.ts'
import { lazyPart } from '#islands/ui/lazy-part.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import type { Receipt, TransferDetails } from '#stores/payment/screen.ts'
import { Copyable } from './Copyable.tsx'

const TransferReceipt = lazyPart(() => import('./TransferReceipt.tsx'))

interface Props {
  details: TransferDetails
  receipt: Receipt
}

/** The account to pay into, until staff have a receipt; and where a receipt is sent. */
export function Transfer({ details, receipt: { paymentId, amount } }: Props) {
  const underReview = useStore($underReview) !== undefined
  return (
    <>
      {!underReview && <Account details={details} />}
      {paymentId && <TransferReceipt expected={{ paymentId, amount, payee: details.accountName }} />}
    </>
  )
}

function Account({ details }: { details: TransferDetails }) {
  return (
    <>
      <dl className="key-values payment-account">
        <Row term="Bank">{details.bankName}</Row>
        <Row term="Branch">{details.branch}</Row>
        <Row term="Account name">{details.accountName}</Row>
        <Row term="Account number">
          <Copyable name="account number" text={details.accountNumber} />
        </Row>
        <Row term="Reference">
          <Copyable name="reference" text={details.reference} />
        </Row>
        <Row term="Transfer by">{formatInstant(Date.parse(details.expiresAt))}</Row>
      </dl>
      <p className="note note-warm">
        <Info className="icon" />
        <span>Write the reference into the transfer: it is how we find your money.</span>
      </p>
    </>
  )
}
