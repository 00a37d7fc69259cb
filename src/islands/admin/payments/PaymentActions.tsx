import { useStore } from '@nanostores/react'
import { Check, type LucideIcon, RefreshCw, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { npr } from '#domain/money.ts'
import { isPaid, isReconcilable, isStaffConfirmed } from '#domain/payment.ts'
import { type PaymentAlert, REVIEW_REASON_LABELS } from '#domain/payment-review.ts'
import { canDeclineRefund } from '#domain/refund.ts'
import {
  declineRefund,
  markReviewed,
  recheckPayment,
  rejectPayment,
  restoreSeats,
  setReconciled,
} from '#stores/admin/payments/decision.ts'
import {
  $paymentAction,
  getPaymentDraftName,
  openPaymentForm,
  type PaymentForm,
  reportConflict,
} from '#stores/admin/payments/edit.ts'
import { isManagerOrAbove } from '#stores/admin/session/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { useFormDraft } from '../useFormDraft.ts'
import '../save-bar.css'
import { ActionForm } from './ActionForm.tsx'
import { ApproveForm, getApprovalTitle } from './ApproveForm.tsx'

interface Props {
  view: PaymentView
  /** Whether a check of the receipt failed. */
  receiptCheckFailed?: boolean | undefined
  /** Focused when the open form is no longer possible. */
  heading?: RefObject<HTMLElement | null>
}

export function PaymentActions({ view, receiptCheckFailed = false, heading }: Props) {
  const { form, busy, problem } = useStore($paymentAction)
  const can = getPossibleActions(view)
  const { alerts, payment } = view
  const getResolveLabel = (alert: PaymentAlert) =>
    alerts.length > 1 ? `Mark as resolved: ${REVIEW_REASON_LABELS[alert].toLowerCase()}` : 'Mark as resolved'
  const isManager = isManagerOrAbove()
  const raised = alerts.find(({ alert }) => alert === form)?.raised
  // An alert that was raised again needs another decision.
  const checkedForm = useRef({ form, raised })
  const isPossible =
    form === undefined ||
    (form in REVIEW_REASON_LABELS ? raised !== undefined : can[form as keyof typeof can] !== false)
  useEffect(() => {
    const isSameForm = form !== undefined && form === checkedForm.current.form
    if (!isSameForm || (isPossible && raised === checkedForm.current.raised)) checkedForm.current = { form, raised }
    else if (!busy) {
      reportConflict(view)
      heading?.current?.focus()
    }
  }, [form, isPossible, raised, busy])
  const toggleForm = (name: PaymentForm) => openPaymentForm(form === name ? undefined : name)
  const isSending = form !== undefined && busy
  const renderFormButton = (name: PaymentForm, label: string, props?: Partial<ActionButtonProps>) => (
    <ActionButton key={name} expanded={form === name} busy={isSending} onClick={() => toggleForm(name)} {...props}>
      {label}
    </ActionButton>
  )
  const rejection = getRejection(view)
  const rejectButton =
    isManager &&
    can.reject &&
    renderFormButton('reject', rejection.label, {
      icon: X,
      shortcut: 'r',
      isPrimary: receiptCheckFailed,
      onClick: () => openPaymentForm('reject'),
    })
  const hasReceiptDecision = isManager && view.receipts.length > 0 && (can.approve || can.reject)
  // In one column, the buttons stay in view until a form is open.
  const stickyClass =
    hasReceiptDecision && !form
      ? 'receipt-decision @max-860px:-mx-5 @max-860px:sticky @max-860px:bottom-tabs @max-860px:z-20 @max-860px:border-line-2 @max-860px:border-t @max-860px:bg-paper-raised @max-860px:px-5 @max-860px:py-3'
      : ''
  return (
    <div
      className={`verify-actions @max-860px:order-3 grid all-empty:hidden gap-3 *:first:empty:hidden ${stickyClass}`}
    >
      <Alert problem={problem} />
      <div className="verify-buttons flex flex-wrap gap-2" hidden={form !== undefined}>
        {receiptCheckFailed && rejectButton}
        {isManager &&
          can.approve &&
          renderFormButton('approve', getApprovalTitle(view), {
            icon: Check,
            shortcut: 'a',
            isPrimary: !receiptCheckFailed,
            onClick: () => openPaymentForm('approve'),
          })}
        {isManager && can.restoreSeats && (
          <ActionButton icon={Check} shortcut="a" isPrimary busy={busy} onClick={() => void restoreSeats(view)}>
            Confirm the booking as it is
          </ActionButton>
        )}
        {!receiptCheckFailed && rejectButton}
        {isManager &&
          can.decideRefund &&
          renderFormButton('refund', `Refund ${npr(payment.refundDue)}`, { isPrimary: true })}
        {isManager && alerts.map(({ alert }) => renderFormButton(alert, getResolveLabel(alert)))}
        {isManager && can.declineRefund && renderFormButton('keep', 'No refund')}
        {isManager && can.reconcile && (
          <ActionButton
            icon={payment.reconciledAt === null ? Check : X}
            busy={busy}
            onClick={() => void setReconciled(view, payment.reconciledAt === null)}
          >
            {payment.reconciledAt === null ? 'Mark as reconciled' : 'Mark as unreconciled'}
          </ActionButton>
        )}
        {can.recheck && (
          <ActionButton icon={RefreshCw} busy={busy} onClick={() => void recheckPayment(view)}>
            Check with gateway
          </ActionButton>
        )}
      </div>
      {isManager && can.restoreSeats && (
        <p className="small">
          {describeLatePayment(view)} Seats are free on these dates. Confirm the booking to restore its seats, or refund
          the payment below.
        </p>
      )}
      {isManager && can.seatsTaken && (
        <p className="small">
          {describeLatePayment(view)} The dates have passed, the first day is closed, or no seats are left. Move the
          booking to other dates on its page, or refund the payment below.
        </p>
      )}
      {form === 'approve' && can.approve && <ApproveForm view={view} />}
      {form === 'reject' && can.reject && (
        <DecisionReasonForm
          draftKey={getPaymentDraftName(view, 'reject')}
          title={rejection.label}
          isDanger
          button={view.endsBooking ? `${rejection.label} and end the booking` : rejection.label}
          consequence={`${describeConsequence(view)} ${rejection.hint}`}
          hint="Only staff read it."
          send={(reason) => rejectPayment(view, reason)}
        />
      )}
      {alerts.map(
        (item) =>
          form === item.alert && (
            <DecisionReasonForm
              key={item.raised}
              draftKey={getPaymentDraftName(view, `${item.alert}/${item.raised}`)}
              title={getResolveLabel(item.alert)}
              hint={`${describeRemaining(view)} Your reason is stored with the payment.`}
              send={(reason) => markReviewed(view, item, reason)}
            />
          ),
      )}
      {form === 'keep' && can.declineRefund && (
        <DecisionReasonForm
          draftKey={getPaymentDraftName(view, 'keep')}
          title="No refund"
          hint={`${
            view.hasEmail
              ? 'The customer expects a refund and receives an email with your reason.'
              : 'The customer is entitled to a refund and has no email address: call them.'
          } ${describeRemaining(view)}`}
          send={(reason) => declineRefund(view, reason)}
        />
      )}
    </div>
  )
}

interface ActionButtonProps {
  icon?: LucideIcon
  shortcut?: 'a' | 'r'
  isPrimary?: boolean
  expanded?: boolean
  busy: boolean
  onClick: () => void
  children: string
}

const ActionButton = ({ icon: Icon, shortcut, isPrimary, expanded, busy, onClick, children }: ActionButtonProps) => (
  <button
    type="button"
    className={`button ${isPrimary ? '' : 'button-quiet'} button-small`}
    aria-keyshortcuts={shortcut}
    aria-expanded={expanded}
    aria-disabled={busy || undefined}
    onClick={() => !busy && onClick()}
  >
    {Icon && <Icon className="icon" aria-hidden="true" />}
    {children}
  </button>
)

const describeLatePayment = ({ reviewReasons }: PaymentView): string =>
  reviewReasons.includes('after_cancel')
    ? 'This payment arrived after we cancelled the booking.'
    : 'This payment arrived after the seats were released.'

function getPossibleActions({ payment, reviewReasons, canRecheck, seatsFree, refunds }: PaymentView) {
  const { state, method, bookingState } = payment
  const confirmedByStaff = isStaffConfirmed(method)
  const isMismatch = state === 'mismatch'
  const isPaidLate = bookingState === 'needs_decision' && isPaid(state)
  const declineRefund = canDeclineRefund(
    payment.refundDue,
    refunds.items.map(({ state }) => state),
  )
  return {
    approve: isMismatch ? refunds.refundable > 0 || payment.received === null : confirmedByStaff && state === 'pending',
    reject:
      (confirmedByStaff && state === 'pending') ||
      reviewReasons.includes('unsettled') ||
      (isMismatch && refunds.refundable <= 0) ||
      (isMismatch && payment.received === null),
    restoreSeats: isPaidLate && seatsFree === true,
    seatsTaken: isPaidLate && seatsFree === false,
    declineRefund,
    decideRefund: declineRefund && refunds.refundable > 0 && refunds.channels.length > 0,
    recheck: canRecheck,
    reconcile: isReconcilable(payment),
  }
}

function getRejection({ payment }: PaymentView): { label: string; hint: string } {
  if (payment.state === 'mismatch')
    return payment.received === null
      ? { label: 'Mark as not received', hint: '' }
      : { label: 'Close', hint: 'The full amount was refunded.' }
  if (isStaffConfirmed(payment.method))
    return { label: 'Reject', hint: 'If the money has arrived, approve it instead.' }
  return {
    label: 'Mark as not paid',
    hint: 'Use this after checking the gateway. A later payment is still detected.',
  }
}

function describeConsequence({ hasEmail, endsBooking }: PaymentView): string {
  if (!endsBooking) return 'The booking does not change, and no email is sent.'
  return `The booking ends, and ${hasEmail ? 'the customer gets an email' : 'the customer has no email address: call them'}.`
}

const describeRemaining = ({ reviewReasons }: PaymentView): string =>
  reviewReasons.length > 1 ? 'The payment stays in the list for its other reasons.' : 'The payment leaves the list.'

interface DecisionReasonFormProps {
  draftKey: string
  title: string
  hint: string
  /** Shown above the reason. */
  consequence?: string
  /** Default: the title. */
  button?: string
  isDanger?: boolean
  send: (reason: string) => Promise<void>
}

function DecisionReasonForm(props: DecisionReasonFormProps) {
  const { draftKey, title, hint, consequence, button = title, isDanger, send } = props
  const { fields } = useStore($paymentAction)
  const [reason, setReason] = useFormDraft(draftKey, '')
  return (
    <ActionForm title={title} send={() => send(reason)} button={button} isDanger={isDanger}>
      {consequence && <p className="small">{consequence}</p>}
      <ReasonField
        id="decision-reason"
        label="Reason"
        hint={hint}
        error={fields.reason}
        value={reason}
        onChange={setReason}
      />
    </ActionForm>
  )
}
