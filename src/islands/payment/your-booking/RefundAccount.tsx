import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $refundAccountForm, draftRefundAccount, resetForm, saveRefundAccount } from '#stores/payment/cancel.ts'
import { RefundAccountFields } from './RefundAccountFields.tsx'
import { useSectionForm } from './SectionForm.tsx'
import { needsRefundAccount } from './state-copy.ts'

/** Where a refund goes that a manager sends, and a form to change it. */
export default function RefundAccount({ booking }: { booking: BookingView }) {
  const { refundAccount: account, now } = booking
  const { isOpen, opener, close, open } = useSectionForm()
  const canChange = account === null || account.changeableUntil >= now
  return (
    <section className="grid w-full justify-items-start gap-3 border-line-2 border-t pt-5" aria-labelledby="refund-to">
      <h2 className={needsRefundAccount(booking) ? 'visually-hidden' : 'display-3'} id="refund-to">
        Account for your refund
      </h2>
      <p className="max-w-measure text-pretty empty:hidden" role="status">
        {account && (
          <>
            We send your refund to <b className="num">{account.masked}</b>, {account.name}.{' '}
            {canChange
              ? `You can change it until ${formatInstant(Date.parse(account.changeableUntil))} (Kathmandu time).`
              : 'It can no longer be changed here. Contact us if it is wrong.'}
          </>
        )}
      </p>
      {canChange && (
        <div className="beside-form:hidden w-full">
          <Button
            className={account ? 'button button-quiet' : 'button'}
            ref={opener}
            aria-expanded={isOpen}
            onClick={open}
          >
            {account ? 'Change account' : 'Enter account'}
          </Button>
          {isOpen && <AccountForm booking={booking} close={close} />}
        </div>
      )}
    </section>
  )
}

function AccountForm({ booking, close }: { booking: BookingView; close: () => void }) {
  const { sending, fields, problem } = useStore($refundAccountForm)
  const [account, setAccount] = useState(() => draftRefundAccount(booking))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
    return () => resetForm($refundAccountForm)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await saveRefundAccount(account)) close()
  }

  return (
    <form
      className="grid w-full gap-4"
      aria-labelledby="refund-to"
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <RefundAccountFields
        account={account}
        change={setAccount}
        fields={fields}
        clearMessages={() => resetForm($refundAccountForm)}
      />
      <div role="status">{problem && <Note className="note-bad">{problem}</Note>}</div>
      <p className="button-row">
        <Button type="submit" busy={sending}>
          {sending ? 'Saving…' : 'Save account'}
        </Button>
        <SecondaryButton onClick={() => close()}>Back</SecondaryButton>
      </p>
    </form>
  )
}
