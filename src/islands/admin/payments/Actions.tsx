import { useStore } from '@nanostores/react'
import { Check, type LucideIcon, RefreshCw, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { REFUND_ON_ITS_WAY } from '#contract/sentences.ts'
import { paisa } from '#domain/money.ts'
import { isPaid, staffConfirm } from '#domain/payment.ts'
import { canKeep } from '#domain/refund.ts'
import { type PaymentAlert, WAITING } from '#domain/waiting.ts'
import { $acting, type Act, openForm, overtakenBy, typedIntoForm } from '#stores/admin/payments/acting.ts'
import { ask, givePlace, keepMoney, markSeen, reject } from '#stores/admin/payments/decision.ts'
import { mayDecide } from '#stores/admin/payments/screen.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTyped } from '../useTyped.ts'
import { Approve, approvalOf } from './Approve.tsx'
import { Form } from './Form.tsx'
import { ReasonField } from './ReasonField.tsx'
import './decisions.css'

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
  const { alerts } = view
  const lookedAfter = (alert: PaymentAlert) =>
    alerts.length > 1 ? `Looked after: ${WAITING[alert].toLowerCase()}` : 'Looked after'
  const manager = mayDecide()
  const raised = alerts.find(({ alert }) => alert === form)?.raised
  // What the open form is about: an alert that is raised again is another, whatever was typed about the first.
  const about = useRef({ form, raised })
  const stands =
    form === undefined || (form in WAITING ? raised !== undefined : can[form as keyof typeof can] !== false)
  useEffect(() => {
    const same = form !== undefined && form === about.current.form
    if (!same || (stands && raised === about.current.raised)) about.current = { form, raised }
    else if (!busy) {
      overtakenBy(view)
      heading?.current?.focus()
    }
  }, [form, stands, raised, busy])
  const open = (act: Act) => openForm(form === act ? undefined : act)
  // What is being sent stays in sight, and in its fields, until it is known that it was done.
  const isSending = form !== undefined && busy
  const approving = manager && can.approve && (
    <Choice
      icon={Check}
      letter="a"
      loud={!doubtful}
      expanded={form === 'approve'}
      busy={isSending}
      press={() => openForm('approve')}
    >
      {approvalOf(view).title}
    </Choice>
  )
  const rejecting = manager && can.reject && (
    <Choice
      icon={X}
      letter="r"
      loud={doubtful}
      expanded={form === 'reject'}
      busy={isSending}
      press={() => openForm('reject')}
    >
      {REJECT[refusal(view)]}
    </Choice>
  )
  return (
    <div className="verify-actions">
      <Alert problem={problem} />
      <div className="verify-buttons">
        {doubtful && rejecting}
        {approving}
        {manager && can.place && (
          <Choice icon={Check} letter="a" loud busy={busy} press={() => void givePlace(view)}>
            Confirm the booking as it is
          </Choice>
        )}
        {!doubtful && rejecting}
        {manager &&
          alerts.map(({ alert }) => (
            <Choice key={alert} expanded={form === alert} busy={isSending} press={() => open(alert)}>
              {lookedAfter(alert)}
            </Choice>
          ))}
        {manager && can.keep && (
          <Choice expanded={form === 'keep'} busy={isSending} press={() => open('keep')}>
            Nothing goes back
          </Choice>
        )}
        {can.ask && (
          <Choice icon={RefreshCw} busy={busy} press={() => void ask(view)}>
            Ask again
          </Choice>
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
      {manager && can.keepLater && <p className="small">{REFUND_ON_ITS_WAY}</p>}
      {form === 'approve' && can.approve && <Approve view={view} />}
      {form === 'reject' && can.reject && (
        <Why
          kept={typedIntoForm(view, 'reject')}
          title={REJECT[refusal(view)]}
          hint={afterRefusal(view)}
          send={(reason) => reject(view, reason)}
        />
      )}
      {alerts.map(
        (seen) =>
          form === seen.alert && (
            <Why
              key={seen.raised}
              kept={typedIntoForm(view, `${seen.alert}/${seen.raised}`)}
              title={lookedAfter(seen.alert)}
              hint={`${leaves(view)} What you write stays with the payment.`}
              send={(reason) => markSeen(view, seen, reason)}
            />
          ),
      )}
      {form === 'keep' && can.keep && (
        <Why
          kept={typedIntoForm(view, 'keep')}
          title="Nothing goes back"
          hint={`${
            view.hasEmail
              ? 'The customer was told that it does, and gets a mail with what you write here.'
              : 'By the rule it does, and the customer gave no address for a mail: tell them.'
          } ${leaves(view)}`}
          send={(reason) => keepMoney(view, reason)}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  icon?: LucideIcon
  /** The key that presses it. */
  letter?: 'a' | 'r'
  /** What is most likely to be pressed. */
  loud?: boolean
  /** Whether the form that it opens is open. */
  expanded?: boolean
  /** It is not pressed while something is on its way. */
  busy?: boolean
  press: () => void
  children: string
}

const Choice = ({ icon: Icon, letter, loud = false, expanded, busy = false, press, children }: ChoiceProps) => (
  <button
    type="button"
    className={`button ${loud ? '' : 'button-quiet'} button-small`}
    aria-keyshortcuts={letter}
    aria-expanded={expanded}
    aria-disabled={busy || undefined}
    onClick={() => !busy && press()}
  >
    {Icon && <Icon className="icon" aria-hidden="true" />}
    {children}
  </button>
)

/** What the payment's states allow; the server has the last word. */
function choices({ payment, waits, asks, seatsFree, refunds }: PaymentView) {
  const { state, method, bookingState } = payment
  const own = staffConfirm(method)
  const differs = state === 'mismatch'
  const late = bookingState === 'needs_decision' && isPaid(state)
  const keep = canKeep(
    paisa(payment.owed),
    refunds.items.map(({ state }) => state),
  )
  return {
    approve: differs ? refunds.left > 0 || payment.received === null : own && state === 'pending',
    reject:
      (own && state === 'pending') ||
      waits.includes('unsettled') ||
      (differs && refunds.left <= 0) ||
      (differs && payment.received === null),
    place: late && seatsFree === true,
    noPlace: late && seatsFree === false,
    keep,
    keepLater: payment.owed > 0 && !keep,
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
const FIRST = {
  receipt: '',
  nothing: '',
  gone: 'All that came has gone back. ',
  open: 'You have looked at the gateway. Money that comes yet is still found. ',
} as const

/** What becomes of the booking, and who hears of it. */
function afterRefusal(view: PaymentView): string {
  const told = view.hasEmail ? 'its customer gets a mail' : 'its customer gave no address for a mail: tell them'
  const after = view.endsBooking
    ? `The booking ends, and ${told}.`
    : 'The booking stays as it is, and no mail goes out.'
  return `${FIRST[refusal(view)]}${after} The reason is for staff.`
}

const leaves = ({ waits }: PaymentView): string =>
  waits.length > 1 ? 'The payment waits on for the rest.' : 'It leaves the list.'

interface WhyProps {
  /** Under which name what is typed is kept. */
  kept: string
  title: string
  hint: string
  send: (reason: string) => Promise<void>
}

function Why({ kept, title, hint, send }: WhyProps) {
  const { busy, fields } = useStore($acting)
  const [reason, setReason] = useTyped(kept, '')
  return (
    <Form title={title} send={() => send(reason)} busy={busy} label={title}>
      <ReasonField
        id="decision-reason"
        label="Why"
        hint={hint}
        error={fields.reason}
        value={reason}
        onChange={setReason}
      />
    </Form>
  )
}
