import { useStore } from '@nanostores/react'
import { CircleAlert, CircleX } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BookingView } from '#contract/bookings.ts'
import { formatDate, formatInstant, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { isPaid } from '#domain/payment.ts'
import { describeLostHours, describeReleases } from '#domain/release.ts'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $cancellation, cancelYourBooking, draftRefundAccount, resetForm } from '#stores/payment/cancel.ts'
import { focusFormHeading, focusHeading } from '../screen-focus.ts'
import { ACTION_FORM, ActionButton, FormHeading } from './ActionButton.tsx'
import { mustMovePass } from './closed-pass.ts'
import { RefundAccountFields } from './RefundAccountFields.tsx'
import { hasAmountInQuestion } from './state-copy.ts'
import { useHeadingFocus } from './useHeadingFocus.ts'

type CancelAction = NonNullable<BookingView['actions']['cancel']>

/** Shows what is refunded before the customer cancels. */
export default function Cancel({ booking }: { booking: BookingView }) {
  const { cancel } = booking.actions
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useHeadingFocus()
  if (!cancel) return null
  const isFree = cancel.refund > 0 && cancel.freeUntil >= booking.now && !mustMovePass(booking)
  return (
    <>
      <ActionButton ref={button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <CircleX className="icon" />
        <span className="py-2">
          Cancel booking
          {isFree && (
            <span className="block font-text text-ink-2 text-small">
              Full refund until {formatInstant(Date.parse(cancel.freeUntil))}
            </span>
          )}
        </span>
      </ActionButton>
      {isOpen && (
        <CancelForm
          booking={booking}
          action={cancel}
          close={() => {
            flushSync(() => setOpen(false))
            button.current?.focus()
          }}
          done={() => {
            flushSync(() => setOpen(false))
            focusHeading(document.querySelector('h1'))
          }}
        />
      )}
    </>
  )
}

interface FormProps {
  booking: BookingView
  action: CancelAction
  close: () => void
  /** Runs after the cancellation. */
  done: () => void
}

function CancelForm({ booking, action, close, done }: FormProps) {
  const { sending, fields, problem } = useStore($cancellation)
  const [account, setAccount] = useState(() => draftRefundAccount(booking))
  useEffect(() => () => resetForm($cancellation), [])
  const { refund, needsAccount, from } = action

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await cancelYourBooking(refund, needsAccount ? account : undefined)) done()
  }

  return (
    <form className={ACTION_FORM} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="cancel-booking">
      <FormHeading booking={booking} id="cancel-booking" tabIndex={-1} ref={focusFormHeading}>
        {from === 'tomorrow' ? 'Cancel the rest of this booking?' : 'Cancel this booking?'}
      </FormHeading>
      <div className="grid max-w-measure gap-2 text-pretty">
        <p className="font-med text-4">{describeRefund(booking, action)}</p>
        <p className="soft">{describeTerms(booking, action)}</p>
        <p className="soft">{describeEffects(booking, action)}</p>
      </div>
      {needsAccount && (
        <RefundAccountFields
          account={account}
          change={setAccount}
          fields={fields}
          clearMessages={() => resetForm($cancellation)}
          canFollow
        />
      )}
      <div role="status">{problem && <Note className="note-bad">{problem}</Note>}</div>
      <p className="error">
        <CircleAlert className="icon" />
        You cannot undo this.
      </p>
      <p className="button-row">
        <Button className="button button-danger" type="submit" busy={sending}>
          {sending ? 'Cancelling…' : getSubmitLabel(booking, action)}
        </Button>
        <SecondaryButton busy={sending} onClick={() => !sending && close()}>
          Do not cancel
        </SecondaryButton>
      </p>
    </form>
  )
}

const hasPaid = ({ history }: BookingView): boolean =>
  history.some((entry) => entry.kind === 'payment' && isPaid(entry.state))

function getSubmitLabel(booking: BookingView, { refund }: CancelAction): string {
  if (refund > 0) return `Cancel and get ${npr(refund)} back`
  return hasPaid(booking) ? 'Cancel without a refund' : 'Cancel booking'
}

function describeRefund(booking: BookingView, { refund }: CancelAction): string {
  if (refund > 0) return `You will get back ${npr(refund)}, everything that you paid.`
  if (hasAmountInQuestion(booking)) return 'We are checking your payment.'
  if (hasPaid(booking)) return 'You will get nothing back.'
  return booking.status === 'pending_verification'
    ? 'We have not found a payment from you yet. If you have paid, we refund it once we find it.'
    : 'You have not paid, so there is nothing to refund.'
}

function describeTerms(booking: BookingView, { refund, freeUntil, needsAccount }: CancelAction): string {
  const limit = `${formatInstant(Date.parse(freeUntil))} (Kathmandu time)`
  const isAlwaysRefunded = booking.status === 'needs_decision' || mustMovePass(booking)
  if (refund === 0) return hasPaid(booking) ? `A full refund was possible until ${limit}.` : ''
  const delivery = needsAccount
    ? 'We send it to the account that you enter. We email you when it is sent.'
    : 'We send it to the card or wallet that you paid with. We email you when it is sent.'
  return isAlwaysRefunded ? delivery : `The full refund is possible until ${limit}. ${delivery}`
}

const describeSeats = ({ seats, renewal }: BookingView, from: CancelAction['from']): string =>
  from === 'tomorrow'
    ? `You can still come today. The days from tomorrow are released${renewal ? '' : ', and your membership ends'}.`
    : `Your ${seats > 1 ? 'seats are' : 'seat is'} released at once.`

function describeEffects(booking: BookingView, { from, refund }: CancelAction): string {
  const now = Date.parse(booking.now)
  const today = kathmanduDate(now)
  const kept = from === 'tomorrow' ? { guestDays: { from: today, to: today }, roomsUntil: today } : {}
  const lostMinutes = refund === 0 && hasPaid(booking) ? (booking.rooms?.balance.bought ?? 0) : 0
  return [
    describeSeats(booking, from),
    describeReleases(booking, now, kept),
    describeLostHours(lostMinutes),
    describeRenewal(booking),
  ]
    .filter(Boolean)
    .join(' ')
}

function describeRenewal({ renewal }: BookingView): string {
  const start = parseIsoDate(renewal?.startDate)
  return start
    ? `The renewal of your membership from ${formatDate(start)} is another booking and stays as it is. To cancel it too, open the link in its own email.`
    : ''
}
