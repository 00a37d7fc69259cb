import { useStore } from '@nanostores/react'
import { Check, type LucideIcon, RefreshCw, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { REFUND_PENDING } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import { isPaid, isStaffConfirmed } from '#domain/payment.ts'
import { type PaymentAlert, REVIEW_REASON_LABELS } from '#domain/payment-review.ts'
import { canDeclineRefund } from '#domain/refund.ts'
import {
  declineRefund,
  markReviewed,
  recheckPayment,
  rejectPayment,
  restoreSeats,
} from '#stores/admin/payments/decision.ts'
import { $action, getDraftName, openForm, type PaymentForm, reportConflict } from '#stores/admin/payments/edit.ts'
import { canDecide } from '#stores/admin/payments/screen.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useFormDraft } from '../useFormDraft.ts'
import { ActionForm } from './ActionForm.tsx'
import { ApproveForm, getApprovalLabels } from './ApproveForm.tsx'
import { ReasonField } from './ReasonField.tsx'
import './payment-actions.css'

interface Props {
  view: PaymentView
  /** What its receipt says speaks against it. */
  doubtful?: boolean | undefined
  /** Where the focus goes when the form under it is gone. */
  heading?: RefObject<HTMLElement | null>
}

/** What can be decided about a payment as it is: the buttons, and the form of the one that was pressed. */
export function PaymentActions({ view, doubtful = false, heading }: Props) {
  const { form, busy, problem } = useStore($action)
  const can = getPossibleActions(view)
  const { alerts } = view
  const lookedAfter = (alert: PaymentAlert) =>
    alerts.length > 1 ? `Looked after: ${REVIEW_REASON_LABELS[alert].toLowerCase()}` : 'Looked after'
  const manager = canDecide()
  const raised = alerts.find(({ alert }) => alert === form)?.raised
  // What the open form is about: an alert that is raised again is another, whatever was typed about the first.
  const about = useRef({ form, raised })
  const stands =
    form === undefined ||
    (form in REVIEW_REASON_LABELS ? raised !== undefined : can[form as keyof typeof can] !== false)
  useEffect(() => {
    const same = form !== undefined && form === about.current.form
    if (!same || (stands && raised === about.current.raised)) about.current = { form, raised }
    else if (!busy) {
      reportConflict(view)
      heading?.current?.focus()
    }
  }, [form, stands, raised, busy])
  const open = (act: PaymentForm) => openForm(form === act ? undefined : act)
  // What is being sent stays in sight, and in its fields, until it is known that it was done.
  const isSending = form !== undefined && busy
  const approving = manager && can.approve && (
    <ActionButton
      icon={Check}
      letter="a"
      isPrimary={!doubtful}
      expanded={form === 'approve'}
      busy={isSending}
      onClick={() => openForm('approve')}
    >
      {getApprovalLabels(view).title}
    </ActionButton>
  )
  const rejecting = manager && can.reject && (
    <ActionButton
      icon={X}
      letter="r"
      isPrimary={doubtful}
      expanded={form === 'reject'}
      busy={isSending}
      onClick={() => openForm('reject')}
    >
      {REJECT_LABELS[getRejectionKind(view)]}
    </ActionButton>
  )
  return (
    <div className="verify-actions">
      <Alert problem={problem} />
      <div className="verify-buttons">
        {doubtful && rejecting}
        {approving}
        {manager && can.place && (
          <ActionButton icon={Check} letter="a" isPrimary busy={busy} onClick={() => void restoreSeats(view)}>
            Confirm the booking as it is
          </ActionButton>
        )}
        {!doubtful && rejecting}
        {manager &&
          alerts.map(({ alert }) => (
            <ActionButton key={alert} expanded={form === alert} busy={isSending} onClick={() => open(alert)}>
              {lookedAfter(alert)}
            </ActionButton>
          ))}
        {manager && can.keep && (
          <ActionButton expanded={form === 'keep'} busy={isSending} onClick={() => open('keep')}>
            Nothing goes back
          </ActionButton>
        )}
        {can.ask && (
          <ActionButton icon={RefreshCw} busy={busy} onClick={() => void recheckPayment(view)}>
            Ask again
          </ActionButton>
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
      {manager && can.keepLater && <p className="small">{REFUND_PENDING}</p>}
      {form === 'approve' && can.approve && <ApproveForm view={view} />}
      {form === 'reject' && can.reject && (
        <ReasonForm
          draftKey={getDraftName(view, 'reject')}
          title={REJECT_LABELS[getRejectionKind(view)]}
          hint={describeRejection(view)}
          send={(reason) => rejectPayment(view, reason)}
        />
      )}
      {alerts.map(
        (seen) =>
          form === seen.alert && (
            <ReasonForm
              key={seen.raised}
              draftKey={getDraftName(view, `${seen.alert}/${seen.raised}`)}
              title={lookedAfter(seen.alert)}
              hint={`${describeRemaining(view)} What you write stays with the payment.`}
              send={(reason) => markReviewed(view, seen, reason)}
            />
          ),
      )}
      {form === 'keep' && can.keep && (
        <ReasonForm
          draftKey={getDraftName(view, 'keep')}
          title="Nothing goes back"
          hint={`${
            view.hasEmail
              ? 'The customer was told that it does, and gets a mail with what you write here.'
              : 'By the rule it does, and the customer gave no address for a mail: tell them.'
          } ${describeRemaining(view)}`}
          send={(reason) => declineRefund(view, reason)}
        />
      )}
    </div>
  )
}

interface ActionButtonProps {
  icon?: LucideIcon
  /** The key that presses it. */
  letter?: 'a' | 'r'
  /** What is most likely to be pressed. */
  isPrimary?: boolean
  /** Whether the form that it opens is open. */
  expanded?: boolean
  /** It is not pressed while something is on its way. */
  busy?: boolean
  onClick: () => void
  children: string
}

const ActionButton = ({
  icon: Icon,
  letter,
  isPrimary = false,
  expanded,
  busy = false,
  onClick,
  children,
}: ActionButtonProps) => (
  <button
    type="button"
    className={`button ${isPrimary ? '' : 'button-quiet'} button-small`}
    aria-keyshortcuts={letter}
    aria-expanded={expanded}
    aria-disabled={busy || undefined}
    onClick={() => !busy && onClick()}
  >
    {Icon && <Icon className="icon" aria-hidden="true" />}
    {children}
  </button>
)

/** What the payment's states allow; the server has the last word. */
function getPossibleActions({ payment, waits, asks, seatsFree, refunds }: PaymentView) {
  const { state, method, bookingState } = payment
  const own = isStaffConfirmed(method)
  const differs = state === 'mismatch'
  const late = bookingState === 'needs_decision' && isPaid(state)
  const keep = canDeclineRefund(
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

const getRejectionKind = ({ payment }: PaymentView): keyof typeof REJECT_LABELS =>
  payment.state === 'mismatch'
    ? payment.received === null
      ? 'nothing'
      : 'gone'
    : isStaffConfirmed(payment.method)
      ? 'receipt'
      : 'open'

const REJECT_LABELS = {
  receipt: 'Reject',
  nothing: 'No money came',
  gone: 'Close it',
  open: 'Nothing was paid',
} as const
const REJECT_HINTS = {
  receipt: '',
  nothing: '',
  gone: 'All that came has gone back. ',
  open: 'You have looked at the gateway. Money that comes yet is still found. ',
} as const

/** What becomes of the booking, and who hears of it. */
function describeRejection(view: PaymentView): string {
  const told = view.hasEmail ? 'its customer gets a mail' : 'its customer gave no address for a mail: tell them'
  const after = view.endsBooking
    ? `The booking ends, and ${told}.`
    : 'The booking stays as it is, and no mail goes out.'
  return `${REJECT_HINTS[getRejectionKind(view)]}${after} The reason is for staff.`
}

const describeRemaining = ({ waits }: PaymentView): string =>
  waits.length > 1 ? 'The payment waits on for the rest.' : 'It leaves the list.'

interface ReasonFormProps {
  /** Under which name what is typed is kept. */
  draftKey: string
  title: string
  hint: string
  send: (reason: string) => Promise<void>
}

function ReasonForm({ draftKey, title, hint, send }: ReasonFormProps) {
  const { busy, fields } = useStore($action)
  const [reason, setReason] = useFormDraft(draftKey, '')
  return (
    <ActionForm title={title} send={() => send(reason)} busy={busy} label={title}>
      <ReasonField
        id="decision-reason"
        label="Why"
        hint={hint}
        error={fields.reason}
        value={reason}
        onChange={setReason}
      />
    </ActionForm>
  )
}
