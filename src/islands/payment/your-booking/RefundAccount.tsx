import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $refundAccountForm, EMPTY_REFUND_ACCOUNT, resetForm, saveRefundAccount } from '#stores/payment/cancel.ts'
import { RefundAccountFields } from './RefundAccountFields.tsx'

/** Where a refund goes that a manager sends, and a form to change it. */
export default function RefundAccount({ booking: { refundAccount: account, now } }: { booking: BookingView }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const canChange = account === null || account.changeableUntil >= now
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <section className="grid w-full justify-items-start gap-3 border-line-2 border-t pt-5" aria-labelledby="refund-to">
      <h2 className="display-3" id="refund-to">
        Account for your refund
      </h2>
      <p className="max-w-measure text-pretty" role="status">
        {account ? (
          <>
            We send your refund to <b className="num">{account.masked}</b>, {account.name}.{' '}
            {canChange
              ? `You can change it until ${formatInstant(Date.parse(account.changeableUntil))} (Kathmandu time).`
              : 'It can no longer be changed here. Contact us if it is wrong.'}
          </>
        ) : (
          'We cannot send this refund automatically. Enter the account that should receive it.'
        )}
      </p>
      {canChange && (
        <Button
          // While the form is open, its own button is the primary one.
          className={account || isOpen ? 'button button-quiet' : 'button'}
          ref={button}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {account ? 'Change account' : 'Enter account'}
        </Button>
      )}
      {canChange && isOpen && <AccountForm close={close} />}
    </section>
  )
}

function AccountForm({ close }: { close: () => void }) {
  const { sending, fields, problem } = useStore($refundAccountForm)
  const [account, setAccount] = useState(EMPTY_REFUND_ACCOUNT)
  useEffect(() => () => resetForm($refundAccountForm), [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await saveRefundAccount(account)) close()
  }

  return (
    <form className="grid w-full gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <RefundAccountFields
        account={account}
        change={setAccount}
        fields={fields}
        clearMessages={() => resetForm($refundAccountForm)}
      />
      <div role="status">{problem && <Note className="note-bad">{problem}</Note>}</div>
      <p>
        <Button type="submit" busy={sending}>
          {sending ? 'Saving…' : 'Save account'}
        </Button>
      </p>
    </form>
  )
}
