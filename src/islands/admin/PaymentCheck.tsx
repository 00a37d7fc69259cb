import { useStore } from '@nanostores/react'
import { CircleAlert, X } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { ToCheck } from '#contract/admin/payments.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { RECEIPT_PROBLEMS } from '#domain/receipt.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $decision, confirmPayment, openDecision, rejectPayment } from '#stores/admin/decision.ts'
import { staffLedger } from '#stores/admin/ledger.ts'

interface Props {
  customer: string
  toCheck: ToCheck
}

/** Opens what was sent for a payment, and takes the staff's word on it. */
export function PaymentCheck({ customer, toCheck }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const title = useId()
  const show = () => {
    openDecision()
    setOpen(true)
    dialog.current?.showModal()
  }
  const close = () => dialog.current?.close()
  const label = toCheck.receipts.length > 0 ? 'Check receipt' : 'Check payment'
  return (
    <>
      <button type="button" className="link" aria-label={`${label} of ${customer}`} onClick={show}>
        {label}
      </button>
      <dialog ref={dialog} className="check" aria-labelledby={title} onClose={() => setOpen(false)}>
        {open && (
          <>
            <div className="check-head">
              <h2 id={title}>
                {customer}: {npr(toCheck.amount as Paisa)}
              </h2>
              <button type="button" className="icon-button" aria-label="Close" onClick={close}>
                <X className="icon" />
              </button>
            </div>
            <p className="note note-warm">
              <CircleAlert className="icon" />
              <span>A receipt proves nothing: look for the money in the account.</span>
            </p>
            {toCheck.receipts.map((receipt) => (
              <Receipt key={receipt.receiptId} receipt={receipt} />
            ))}
            {toCheck.receipts.length === 0 && <p className="mute">No receipt was sent.</p>}
            <Decide toCheck={toCheck} done={close} />
          </>
        )}
      </dialog>
    </>
  )
}

function Receipt({
  receipt: { receiptId, sentAt, reading, problems, duplicate },
}: {
  receipt: ToCheck['receipts'][number]
}) {
  const address = staffLedger.receipt(receiptId)
  const at = formatInstant(Date.parse(sentAt))
  return (
    <section className="check-receipt" aria-label={`Receipt of ${at}`}>
      <a href={address} download>
        <img src={address} alt={`Receipt of ${at}; opens as a file`} />
      </a>
      <div>
        <p>Sent {at}</p>
        {duplicate && <p className="tag tag-no">Sent for another booking as well</p>}
        {reading && (
          <dl className="key-values">
            {Object.entries({
              'Amount read': reading.amount === undefined ? undefined : npr(reading.amount as Paisa),
              'Date read': reading.transactedAt === undefined ? undefined : formatInstant(reading.transactedAt),
              'Transaction ID': reading.transactionId,
              Bank: reading.bankName,
              Payee: reading.recipientName,
            }).map(
              ([term, text]) =>
                text && (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd className="num">{text}</dd>
                  </div>
                ),
            )}
          </dl>
        )}
        {problems.map((problem) => (
          <p key={problem} className="error">
            <CircleAlert className="icon" />
            {RECEIPT_PROBLEMS[problem]}
          </p>
        ))}
      </div>
    </section>
  )
}

function Decide({ toCheck: { paymentId }, done }: { toCheck: ToCheck; done: () => void }) {
  const { busy, fields, problem } = useStore($decision)
  const [amount, setAmount] = useState('')
  const [transactionId, setTransactionId] = useState('')
  const [reason, setReason] = useState('')
  const submit = async (event: SubmitEvent, settled: () => Promise<boolean>) => {
    event.preventDefault()
    if (await settled()) done()
  }
  return (
    <>
      <div role="alert">{problem && <p className="error">{problem}</p>}</div>
      <form
        className="check-form"
        noValidate
        onSubmit={(event) => submit(event, () => confirmPayment(paymentId, amount, transactionId))}
      >
        <Field id="check-amount" label="Amount in the account (NPR)" error={fields.amount}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
        <Field id="check-transaction" label="Transaction in the account" error={fields.transactionId}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={transactionId}
              onChange={({ target }) => setTransactionId(target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          Confirm payment
        </button>
      </form>
      <form
        className="check-form"
        noValidate
        onSubmit={(event) => submit(event, () => rejectPayment(paymentId, reason))}
      >
        <Field
          id="check-reason"
          label="Why it is rejected"
          hint="The place is given free and the customer gets a mail. The reason is for staff."
          error={fields.reason}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button button-quiet" aria-disabled={busy || undefined}>
          Reject payment
        </button>
      </form>
    </>
  )
}
