import { useStore } from '@nanostores/react'
import { Check, CircleAlert, RefreshCw, X } from 'lucide-react'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { npr, type Paisa, readRupees, rupeeText } from '#domain/money.ts'
import { isPaid, staffConfirm } from '#domain/payment.ts'
import { PAYMENT_ALERTS, type PaymentAlert, WAITING } from '#domain/waiting.ts'
import { Field, TextField } from '#islands/ui/Field.tsx'
import {
  $acting,
  type Act,
  approve,
  ask,
  givePlace,
  keepMoney,
  markSeen,
  openForm,
  overtakenBy,
  reject,
} from '#stores/admin/payments/decision.ts'
import { mayDecide } from '#stores/admin/payments/screen.ts'

interface Props {
  view: PaymentView
  /** What its receipt says speaks against it. */
  doubtful?: boolean | undefined
  /** Where the focus goes when the form under it is gone. */
  heading?: RefObject<HTMLElement | null>
}

/** What can be decided about a payment as it is: the buttons, and the form of the one that was pressed. */
export function Actions({ view, doubtful = false, heading }: Props) {
  const { form, busy, problem } = useStore($acting)
  const can = choices(view)
  const alerts = PAYMENT_ALERTS.filter((alert) => can[alert])
  const lookedAfter = (alert: PaymentAlert) =>
    alerts.length > 1 ? `Looked after: ${WAITING[alert].toLowerCase()}` : 'Looked after'
  const manager = mayDecide()
  const stood = useRef<Act>(undefined)
  const stands = form !== undefined && can[form as keyof typeof can]
  useEffect(() => {
    if (form && form === stood.current && stands === false && !busy) {
      overtakenBy(view)
      heading?.current?.focus()
    }
    if (stands) stood.current = form
  }, [form, stands, busy])
  const open = (act: Act) => openForm(form === act ? undefined : act)
  const approving = manager && can.approve && (
    <button
      type="button"
      className={`button ${doubtful ? 'button-quiet' : ''} button-small`}
      aria-keyshortcuts="a"
      aria-expanded={form === 'approve'}
      onClick={() => openForm('approve')}
    >
      <Check className="icon" aria-hidden="true" />
      {approvalOf(view).title}
    </button>
  )
  const rejecting = manager && can.reject && (
    <button
      type="button"
      className={`button ${doubtful ? '' : 'button-quiet'} button-small`}
      aria-keyshortcuts="r"
      aria-expanded={form === 'reject'}
      onClick={() => openForm('reject')}
    >
      <X className="icon" aria-hidden="true" />
      {REJECT[refusal(view)]}
    </button>
  )
  return (
    <div className="verify-actions">
      <div role="alert">
        {problem && (
          <p className="error">
            <CircleAlert className="icon" aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
      <div className="verify-buttons">
        {doubtful && rejecting}
        {approving}
        {manager && can.place && (
          <button
            type="button"
            className="button button-small"
            aria-disabled={busy || undefined}
            aria-keyshortcuts="a"
            onClick={() => !busy && void givePlace(view)}
          >
            <Check className="icon" aria-hidden="true" />
            Confirm the booking as it is
          </button>
        )}
        {!doubtful && rejecting}
        {manager &&
          alerts.map((alert) => (
            <button
              key={alert}
              type="button"
              className="button button-quiet button-small"
              aria-expanded={form === alert}
              onClick={() => open(alert)}
            >
              {lookedAfter(alert)}
            </button>
          ))}
        {manager && can.keep && (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-expanded={form === 'keep'}
            onClick={() => open('keep')}
          >
            Nothing goes back
          </button>
        )}
        {can.ask && (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-disabled={busy || undefined}
            onClick={() => !busy && void ask(view)}
          >
            <RefreshCw className="icon" aria-hidden="true" />
            Ask again
          </button>
        )}
      </div>
      {manager && can.place && (
        <p className="small">
          Seats are free on its dates: confirm the booking, and it has its place again. Or send the money back below.
        </p>
      )}
      {manager && can.noPlace && (
        <p className="small">
          Its dates are over, or no seat is left on them. Move the booking to other dates in its own screen, or send the
          money back below.
        </p>
      )}
      {form === 'approve' && can.approve && <Approve view={view} />}
      {form === 'reject' && can.reject && (
        <Why title={REJECT[refusal(view)]} hint={HINTS[refusal(view)]} send={(reason) => reject(view, reason)} />
      )}
      {alerts.map(
        (alert) =>
          form === alert && (
            <Why
              key={alert}
              title={lookedAfter(alert)}
              hint={
                view.waits.length > 1
                  ? 'The payment waits on for the rest. What you write stays with it.'
                  : 'It leaves the list. What you write stays with the payment.'
              }
              send={(reason) => markSeen(view, alert, reason)}
            />
          ),
      )}
      {form === 'keep' && can.keep && (
        <Why
          title="Nothing goes back"
          hint="The customer was told that it does, and gets a mail with what you write here. It leaves the list."
          send={(reason) => keepMoney(view, reason)}
        />
      )}
    </div>
  )
}

/** What the payment's states allow; the server has the last word. */
function choices({ payment, waits, asks, seatsFree, refunds }: PaymentView) {
  const { state, method, bookingState } = payment
  const own = staffConfirm(method)
  const differs = state === 'mismatch'
  const late = bookingState === 'needs_decision' && isPaid(state)
  return {
    approve: differs ? refunds.left > 0 || payment.received === null : own && state === 'pending',
    reject:
      (own && state === 'pending') ||
      waits.includes('unsettled') ||
      (differs && refunds.left <= 0) ||
      (differs && payment.received === null),
    place: late && seatsFree === true,
    noPlace: late && seatsFree === false,
    paid_twice: waits.includes('paid_twice'),
    went_back: waits.includes('went_back'),
    disputed: waits.includes('disputed'),
    refund_failed: waits.includes('refund_failed'),
    keep: waits.includes('owed'),
    ask: asks,
  }
}

const refusal = ({ payment }: PaymentView): keyof typeof REJECT =>
  payment.state === 'mismatch'
    ? payment.received === null
      ? 'nothing'
      : 'gone'
    : staffConfirm(payment.method)
      ? 'receipt'
      : 'open'

const REJECT = { receipt: 'Reject', nothing: 'No money came', gone: 'Close it', open: 'Nothing was paid' } as const
const HINTS = {
  receipt: 'The place is given free and the customer gets a mail. The reason is for staff.',
  nothing: 'The place is given free and the customer gets a mail. The reason is for staff.',
  gone: 'All that came has gone back. The place is given free and the customer gets a mail.',
  open: 'You have looked at the gateway. Money that comes yet is still found.',
} as const

/** What came is what was asked for, or is taken although it is not. */
const approvalOf = ({ payment }: PaymentView) =>
  payment.state === 'mismatch' ? { title: 'Take it as it is', verb: 'Take' } : { title: 'Approve', verb: 'Approve' }

function Approve({ view }: { view: PaymentView }) {
  const { busy, fields } = useStore($acting)
  const { payment } = view
  const own = staffConfirm(payment.method)
  // Of a receipt nothing is filled in: what was read comes from the payer, and staff type what the account shows. What a
  // gateway has said stands.
  const known = own ? null : payment.received
  const [rupees, setRupees] = useState(known === null ? '' : rupeeText(known as Paisa))
  const named = own ? null : payment.transactionId
  const [transactionId, setTransactionId] = useState(named ?? '')
  const [reason, setReason] = useState('')
  const [withoutPlace, setWithoutPlace] = useState(false)
  const placeless = payment.bookingState === 'expired' || payment.bookingState === 'cancelled'
  const typed = readRupees(rupees)
  const { title, verb } = approvalOf(view)
  return (
    <Form
      title={title}
      send={() => approve(view, { rupees, transactionId, reason, withoutPlace })}
      busy={busy}
      label={typed ? `${verb} ${npr(typed)}` : title}
    >
      <p className="small soft">
        {own
          ? 'A receipt proves nothing: look for the money in the account, and compare both with what stands there.'
          : 'Compare with the gateway’s own record: the payment counts as this amount from now on.'}
      </p>
      <div className="verify-pair">
        {known === null ? (
          <Field
            id="approve-amount"
            label={own ? 'Amount in the account (NPR)' : 'Amount that came (NPR)'}
            error={fields.amount}
          >
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                value={rupees}
                onChange={({ target }) => setRupees(target.value)}
              />
            )}
          </Field>
        ) : (
          <Said label="Amount that came" text={npr(known as Paisa)} />
        )}
        {named === null ? (
          <TextField
            id="approve-transaction"
            label={own ? 'Transaction in the account' : 'Transaction'}
            error={fields.transactionId}
            maxLength={100}
            value={transactionId}
            onChange={setTransactionId}
          />
        ) : (
          <Said label="Transaction" text={named} />
        )}
      </div>
      {payment.state === 'mismatch' && (
        <TextField
          id="approve-reason"
          label="Why it is taken"
          optional
          error={fields.reason}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      )}
      {placeless && (
        <label className="verify-check">
          <input type="checkbox" checked={withoutPlace} onChange={({ target }) => setWithoutPlace(target.checked)} />
          <span>The money is to go back: do not give the booking its place again</span>
        </label>
      )}
    </Form>
  )
}

/** What a gateway has said of the money: its record, which nobody types over. */
function Said({ label, text }: { label: string; text: string }) {
  return (
    <dl className="verify-said">
      <dt>{label}</dt>
      <dd className="num">{text}</dd>
    </dl>
  )
}

function Why({ title, hint, send }: { title: string; hint: string; send: (reason: string) => Promise<void> }) {
  const { busy, fields } = useStore($acting)
  const [reason, setReason] = useState('')
  return (
    <Form title={title} send={() => send(reason)} busy={busy} label={title}>
      <TextField
        id="decision-reason"
        label="Why"
        hint={hint}
        error={fields.reason}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </Form>
  )
}

interface FormProps {
  title: string
  label: string
  busy: boolean
  send: () => Promise<void>
  children: ReactNode
}

/** Opens with its first field under the caret; after a refusal the first one to mend is. */
export function Form({ title, label, busy, send, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    await send()
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form ref={form} className="verify-form" aria-label={title} noValidate onSubmit={submit}>
      {children}
      <div className="verify-buttons">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          {label}
        </button>
        <button type="button" className="button button-quiet button-small" onClick={() => openForm(undefined)}>
          Not now
        </button>
      </div>
    </form>
  )
}
