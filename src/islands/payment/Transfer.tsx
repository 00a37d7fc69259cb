import { Check, Copy, Info } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#domain/calendar.ts'
import { lazyPart } from '#islands/ui/lazy-part.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { environment } from '#stores/environment.ts'
import type { Receipt, TransferDetails } from '#stores/payment/screen.ts'

const TransferReceipt = lazyPart(() => import('./TransferReceipt.tsx'))

interface Props {
  details: TransferDetails
  receipt: Receipt
}

/** Where the money goes, and what to write so that it is found. */
export function Transfer({ details, receipt: { paymentId, amount, receiptSent } }: Props) {
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
      {paymentId && (
        <TransferReceipt
          expected={{ paymentId, amount, payee: details.accountName }}
          sentBefore={receiptSent === true}
        />
      )}
    </>
  )
}

function Copyable({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState<boolean>()
  return (
    <span className="copyable">
      <span>{text}</span>
      <button
        type="button"
        className="icon-button no-print"
        aria-label={`Copy the ${name}`}
        onClick={async () => setCopied(await environment().copy(text))}
      >
        {copied ? <Check className="icon" /> : <Copy className="icon" />}
      </button>
      <span className="visually-hidden" role="status">
        {copied === true && `The ${name} is copied`}
        {copied === false && `The browser did not let us copy: mark the ${name} and copy it`}
      </span>
    </span>
  )
}
