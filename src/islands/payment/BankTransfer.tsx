import { useStore } from '@nanostores/react'
import type { Paisa } from '#domain/money.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult, TransferDetails } from '#stores/payment/screen.ts'
import { CopyableAmount, CopyableValue, PlainValue } from './CopyableValue.tsx'

const TransferReceipt = lazyWithRetry(() => import('./TransferReceipt.tsx'))

interface Props {
  details: TransferDetails
  result: PaymentResult
  /** Such as `1–2 business days`. */
  processingTime: string
}

export function BankTransfer({ details, result: { paymentId, amount }, processingTime }: Props) {
  const underReview = useStore($underReview) !== undefined
  return (
    <>
      {!underReview && <BankDetails details={details} amount={amount} />}
      {paymentId && (
        <TransferReceipt expected={{ paymentId, amount, payee: details.accountName }} processingTime={processingTime} />
      )}
    </>
  )
}

const COPYABLE = 'max-xs:flex max-xs:justify-between'

function BankDetails({ details, amount }: { details: TransferDetails; amount: Paisa }) {
  return (
    <>
      <Facts
        className="key-values mt-6 border-ink border-t-2 max-xs:grid-cols-1"
        termClass="max-xs:border-0 max-xs:pb-0"
        factClass="whitespace-normal max-xs:pt-0.5 max-xs:text-left"
        facts={{
          Bank: <PlainValue>{details.bankName}</PlainValue>,
          Branch: details.branch && <PlainValue>{details.branch}</PlainValue>,
          'Account name': <CopyableValue className={COPYABLE} name="account name" text={details.accountName} />,
          'Account number': <CopyableValue className={COPYABLE} name="account number" text={details.accountNumber} />,
          'Amount to pay': <CopyableAmount className={COPYABLE} amount={amount} />,
          'Booking ID': <CopyableValue className={COPYABLE} name="booking ID" text={details.reference} />,
        }}
      />
      <Note className="note-warm my-4">
        Enter the booking ID as the remark of your transfer, so that we can find your payment.
      </Note>
    </>
  )
}
