import { useStore } from '@nanostores/react'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { RefundView } from '#contract/admin/refunds.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { npr, toDecimalRupees } from '#domain/money.ts'
import { isOpenRefund, REFUND_LABELS } from '#domain/refund.ts'
import { QuietButton, SmallButton } from '#islands/ui/buttons.tsx'
import { $paymentAction, getPaymentDraftName, openPaymentForm } from '#stores/admin/payments/edit.ts'
import {
  canCancelBooking,
  payOutSelectedRefund,
  type RefundDraft,
  resolveRefund,
  sendRefund,
} from '#stores/admin/payments/refund.ts'
import { isManagerOrAbove } from '#stores/admin/session/session.ts'
import { bindFields, Checkbox, SelectField, TextField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { formatTimestamp } from '../format-timestamp.ts'
import { TAG_CLASSES } from '../StateTag.tsx'
import { useFormDraft } from '../useFormDraft.ts'
import { ActionForm } from './ActionForm.tsx'
import { RefundAccount } from './RefundAccount.tsx'

interface Props {
  view: PaymentView
  methods: Readonly<Record<string, string>>
}

export function Refunds({ view, methods }: Props) {
  const { form } = useStore($paymentAction)
  const { refunds, payment } = view
  if (refunds.items.length === 0 && refunds.refundable <= 0) return null
  return (
    <section
      className="@max-860px:order-3 grid justify-items-start gap-3 border-ledge border-t-2 pt-4"
      aria-labelledby="refunds"
    >
      <h3 id="refunds" className="stretch-head font-display text-4 leading-none">
        Refunds
      </h3>
      {refunds.items.length > 0 && (
        <ul className="w-full">
          {refunds.items.map((refund) => (
            <RefundItem
              key={refund.refundId}
              view={view}
              refund={refund}
              method={methods[payment.method] ?? payment.method}
            />
          ))}
        </ul>
      )}
      <RefundRemainder view={view} />
      {refunds.refundable > 0 && (
        <>
          <RefundRule view={view} />
          {view.hasRefundAccount && isManagerOrAbove() && (
            <RefundAccount bookingId={payment.bookingId} payer={payment.customerName} />
          )}
          {form === 'refund' && isManagerOrAbove() && <RefundForm view={view} methods={methods} />}
          {/* A refund that is due is decided with the other actions. */}
          {form === undefined && payment.refundDue === 0 && refunds.channels.length > 0 && isManagerOrAbove() && (
            <QuietButton onClick={() => openPaymentForm('refund')}>Refund</QuietButton>
          )}
        </>
      )}
    </section>
  )
}

/** The rest of a refund that is due cannot be decided while another refund is open. */
function RefundRemainder({ view: { payment, refunds } }: Pick<Props, 'view'>) {
  const open = refunds.items.find(({ state }) => isOpenRefund(state))
  if (!open || payment.refundDue === 0 || !isManagerOrAbove()) return null
  return (
    <p className="small">
      {`${npr(payment.refundDue)} is left. You can decide about it after this ${open.channel === 'cash' ? 'payout' : 'refund'}.`}
    </p>
  )
}

function RefundRule({ view }: { view: PaymentView }) {
  const { cancellation, refunds, guaranteeUntil, payment, hasEmail } = view
  const until = formatInstant(Date.parse(cancellation.freeUntil))
  const condition = cancellation.isClosedDay
    ? 'We are closed on this day. If cancelled'
    : `If cancelled before ${until}`
  return (
    <p className="small soft">
      {payment.refundDue > 0
        ? `${describeRefundCause(view)}${hasEmail ? ', and the customer was notified' : ''}.`
        : cancellation.refund > 0
          ? `${condition}: full refund of ${npr(cancellation.refund)}.`
          : `Free cancellation ended ${until}, so no refund is due. You can still refund: enter a reason.`}{' '}
      {guaranteeUntil && `First membership: money-back guarantee until ${formatDate(guaranteeUntil)}. `}
      {payment.bookingState === 'needs_decision' &&
        `After a full refund of ${npr(refunds.refundable)}, the booking is cancelled.`}
    </p>
  )
}

const LATE_REFUND_CAUSES: Readonly<Record<PaymentView['purpose'], string>> = {
  booking: 'The booking was paid twice',
  difference: 'A change of date was paid too late or twice',
  hours: 'Meeting-room hours were paid too late or twice',
}

function describeRefundCause({ payment, refunds, purpose, cancelledByCustomer }: PaymentView): string {
  if (payment.bookingState !== 'cancelled')
    return refunds.received > payment.amount ? 'More was received than was due' : LATE_REFUND_CAUSES[purpose]
  return cancelledByCustomer ? 'The customer cancelled the booking' : 'The booking was cancelled within the free period'
}

const BUTTON_LABELS = { gateway: 'Refund', cash: 'Request the payout', manual: 'Record the refund' }

function RefundForm({ view, methods }: Props) {
  const { fields, proposed } = useStore($paymentAction)
  const { refunds, cancellation, payment } = view
  const due = proposed?.amount || payment.refundDue || cancellation.refund || refunds.refundable
  const [draft, setDraft] = useFormDraft<RefundDraft>(getPaymentDraftName(view, 'refund'), {
    // Who named an account does not come to the desk.
    channel: refunds.channels.find((channel) => channel !== 'cash' || !view.hasRefundAccount) ?? 'manual',
    rupees: toDecimalRupees(due),
    reason: proposed?.reason ?? '',
    reference: '',
    cancelBooking: !proposed,
  })
  const set = (change: Partial<RefundDraft>) => setDraft({ ...draft, ...change })
  const field = bindFields(draft, set, fields)
  const { channel, rupees, cancelBooking } = draft
  const labels = {
    gateway: `Through ${methods[payment.method] ?? payment.method}`,
    cash: 'Cash, paid out by the desk',
    manual: payment.method === 'cash' ? 'Transfer to a bank account or wallet' : 'Manual refund',
  }
  return (
    <ActionForm title="Refund" button={BUTTON_LABELS[channel]} send={() => sendRefund(view, draft)}>
      <div className="grid grid-cols-pair gap-3.5">
        <SelectField
          id="refund-channel"
          label="Method"
          options={Object.fromEntries(refunds.channels.map((channel) => [channel, labels[channel]]))}
          {...field('channel')}
        />
        <TextField id="refund-amount" inputMode="decimal" label="Amount (NPR)" {...field('rupees', 'amount')} />
      </div>
      <ReasonField
        id="refund-reason"
        label="Reason"
        hint="The customer reads it on the credit note."
        {...field('reason')}
      />
      {channel === 'manual' && (
        <TextField
          id="refund-reference"
          label="Transaction number of your transfer"
          optional
          maxLength={100}
          {...field('reference')}
        />
      )}
      {canCancelBooking(view, rupees) && (
        <Checkbox checked={cancelBooking} onChange={(cancelBooking) => set({ cancelBooking })}>
          <b>Also cancel the booking</b>
          <span className="hint">Its seats are released, and the customer gets an email.</span>
        </Checkbox>
      )}
    </ActionForm>
  )
}

function RefundItem({ view, refund, method }: { view: PaymentView; refund: RefundView; method: string }) {
  const { form, busy } = useStore($paymentAction)
  const isSending = form !== undefined && busy
  const { channel, state, amount, reason, reference, response, by, createdAt } = refund
  const methodLabels = {
    gateway: `by ${method}`,
    cash: 'in cash',
    manual: view.payment.method === 'cash' ? 'by transfer' : 'manually',
    outside: `directly at ${method}`,
  }
  const isOpen = isOpenRefund(state)
  const isCash = channel === 'cash'
  return (
    <li className="wrap-anywhere grid justify-items-start gap-3 border-line border-b py-2.5">
      <div className="grid gap-1.5">
        <p>
          <b className="num">{npr(amount)}</b> {methodLabels[channel]}{' '}
          {isCash && state === 'failed' ? (
            <span className="tag">Withdrawn</span>
          ) : (
            <span className={TAG_CLASSES[state]}>{REFUND_LABELS[state]}</span>
          )}
        </p>
        <p className="small mute">
          {[formatTimestamp(createdAt), by ?? (channel === 'gateway' && 'automatic'), reference, response]
            .filter(Boolean)
            .join(', ')}
        </p>
        {reason && <p className="small mute">Reason: {reason}</p>}
      </div>
      {isOpen && form !== 'refund_payout' && form !== 'refund_ended' && (
        <p className="flex flex-wrap gap-2">
          {isCash && (
            <SmallButton busy={isSending} onClick={() => !isSending && openPaymentForm('refund_payout')}>
              Pay out {npr(amount)}
            </SmallButton>
          )}
          {isManagerOrAbove() && (
            <QuietButton busy={isSending} onClick={() => !isSending && openPaymentForm('refund_ended')}>
              {isCash ? 'Withdraw' : 'Record the outcome'}
            </QuietButton>
          )}
        </p>
      )}
      {isOpen && form === 'refund_payout' && <PayoutForm view={view} refund={refund} />}
      {isOpen && form === 'refund_ended' && <RefundOutcomeForm view={view} refund={refund} />}
    </li>
  )
}

const OUTCOME_LABELS = {
  yes: 'Succeeded: the customer was refunded',
  no: 'Failed: refund by another method',
}

interface RefundFormProps {
  view: PaymentView
  refund: RefundView
}

function PayoutForm({ view, refund }: RefundFormProps) {
  const { fields } = useStore($paymentAction)
  const [name, setName] = useFormDraft(
    getPaymentDraftName(view, `refund_payout/${refund.refundId}`),
    view.payment.customerName,
  )
  return (
    <ActionForm
      title="Pay out the refund"
      button={`Record ${npr(refund.amount)} as paid out`}
      send={() => payOutSelectedRefund(refund, name)}
    >
      <TextField
        id="refund-taker"
        label="Who takes the money"
        error={fields.name}
        maxLength={100}
        value={name}
        onChange={setName}
      />
    </ActionForm>
  )
}

function RefundOutcomeForm({ view, refund }: RefundFormProps) {
  const { fields } = useStore($paymentAction)
  const isCash = refund.channel === 'cash'
  const [decision, setDecision] = useFormDraft(getPaymentDraftName(view, `refund_ended/${refund.refundId}`), {
    succeeded: !isCash,
    reason: '',
  })
  return (
    <ActionForm
      title={isCash ? 'Withdraw the refund' : 'Outcome of the refund'}
      button={isCash ? 'Withdraw' : 'Record outcome'}
      send={() => resolveRefund(refund, decision)}
    >
      {!isCash && (
        <SelectField
          id="refund-outcome"
          label="Result at the gateway"
          value={decision.succeeded ? 'yes' : 'no'}
          options={OUTCOME_LABELS}
          onChange={(outcome) => setDecision({ ...decision, succeeded: outcome === 'yes' })}
        />
      )}
      <ReasonField
        id="refund-seen"
        label={isCash ? 'Reason' : 'Where you checked'}
        error={fields.reason}
        value={decision.reason}
        onChange={(reason) => setDecision({ ...decision, reason })}
      />
    </ActionForm>
  )
}
