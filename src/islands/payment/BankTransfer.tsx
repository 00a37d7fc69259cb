import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { formatInstant } from '#domain/calendar.ts'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult, TransferDetails } from '#stores/payment/screen.ts'
import { Copyable } from './Copyable.tsx'

const TransferReceipt = lazyWithRetry(() => import('./TransferReceipt.tsx'))

interface Props {
  details: TransferDetails
  receipt: PaymentResult
}

/** The account to pay into, until staff have a receipt; and where a receipt is sent. */
export function BankTransfer({ details, receipt: { paymentId, amount } }: Props) {
  const underReview = useStore($underReview) !== undefined
  return (
    <>
      {!underReview && <BankDetails details={details} />}
      {paymentId && <TransferReceipt expected={{ paymentId, amount, payee: details.accountName }} />}
    </>
  )
}

function BankDetails({ details }: { details: TransferDetails }) {
  return (
    <>
      <dl className="key-values payment-account">
        <KeyValueRow term="Bank">{details.bankName}</KeyValueRow>
        <KeyValueRow term="Branch">{details.branch}</KeyValueRow>
        <KeyValueRow term="Account name">{details.accountName}</KeyValueRow>
        <KeyValueRow term="Account number">
          <Copyable name="account number" text={details.accountNumber} />
        </KeyValueRow>
        <KeyValueRow term="Reference">
          <Copyable name="reference" text={details.reference} />
        </KeyValueRow>
        <KeyValueRow term="Transfer by">{formatInstant(Date.parse(details.expiresAt))}</KeyValueRow>
      </dl>
      <p className="note note-warm">
        <Info className="icon" />
        <span>Write the reference into the transfer: it is how we find your money.</span>
      </p>
    </>
  )
}
