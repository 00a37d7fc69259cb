import { useStore } from '@nanostores/react'
import { formatInstant } from '#domain/calendar.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import type { PaymentResult, TransferDetails } from '#stores/payment/screen.ts'
import { CopyableValue } from './CopyableValue.tsx'

const TransferReceipt = lazyWithRetry(() => import('./TransferReceipt.tsx'))

interface Props {
  details: TransferDetails
  result: PaymentResult
}

export function BankTransfer({ details, result: { paymentId, amount } }: Props) {
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
      <Facts
        className="key-values mb-4 max-xs:grid-cols-1"
        termClass="max-xs:border-0 max-xs:pb-0"
        factClass="whitespace-normal max-xs:pt-0.5 max-xs:text-left"
        facts={{
          Bank: details.bankName,
          Branch: details.branch,
          'Account name': details.accountName,
          'Account number': <AccountValue name="account number" text={details.accountNumber} />,
          Reference: <AccountValue name="reference" text={details.reference} />,
          'Transfer by': formatInstant(Date.parse(details.expiresAt)),
        }}
      />
      <Note className="note-warm mt-4">Add this reference to your transfer so that we can find your payment.</Note>
    </>
  )
}

const AccountValue = (value: { name: string; text: string }) => (
  <CopyableValue className="max-xs:flex max-xs:justify-between" {...value} />
)
