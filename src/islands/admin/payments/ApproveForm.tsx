import { useStore } from '@nanostores/react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { npr, readRupees, toDecimalRupees } from '#domain/money.ts'
import { isStaffConfirmed } from '#domain/payment.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { type ApprovalForm, approvePayment } from '#stores/admin/payments/decision.ts'
import { $paymentAction, getPaymentDraftName } from '#stores/admin/payments/edit.ts'
import { bindFields, Checkbox, TextField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { useFormDraft } from '../useFormDraft.ts'
import { ActionForm } from './ActionForm.tsx'

export const getApprovalTitle = ({ payment }: PaymentView): string =>
  payment.state === 'mismatch' ? 'Approve as it is' : 'Approve'

export function ApproveForm({ view }: { view: PaymentView }) {
  const { fields } = useStore($paymentAction)
  const { payment } = view
  const confirmedByStaff = isStaffConfirmed(payment.method)
  // Staff enter what their account shows, never what a receipt says. A gateway's record is final.
  const reportedAmount = confirmedByStaff ? null : payment.received
  const reportedTransaction = confirmedByStaff ? null : payment.transactionId
  const [draft, setDraft] = useFormDraft<ApprovalForm>(getPaymentDraftName(view, 'approve'), {
    rupees: reportedAmount === null ? '' : toDecimalRupees(reportedAmount),
    transactionId: reportedTransaction ?? '',
    reason: '',
    withoutSeats: view.cancelledByCustomer && payment.bookingState === 'cancelled',
  })
  const set = (change: Partial<ApprovalForm>) => setDraft({ ...draft, ...change })
  const field = bindFields(draft, set, fields)
  const seatsReleased = payment.bookingState === 'expired' || payment.bookingState === 'cancelled'
  const amount = readRupees(draft.rupees)
  const title = getApprovalTitle(view)
  return (
    <ActionForm
      title={title}
      send={() => approvePayment(view, draft)}
      button={amount ? `Approve ${npr(amount)}` : title}
    >
      <p className="small soft">
        {confirmedByStaff
          ? 'A receipt is not proof of payment. Enter what the bank account shows.'
          : 'Compare with the gateway’s own record. The payment will count as this amount.'}
      </p>
      <Facts
        className="key-values wrap-anywhere text-compact *:*:whitespace-normal *:*:py-1"
        facts={{
          'Expected amount': npr(payment.amount),
          'Booking ID': confirmedByStaff && payment.bookingId,
        }}
      />
      <div className="grid grid-cols-pair gap-3.5">
        {reportedAmount === null ? (
          <TextField
            id="approve-amount"
            inputMode="decimal"
            label={confirmedByStaff ? 'Amount in the account (NPR)' : 'Amount received (NPR)'}
            {...field('rupees', 'amount')}
          />
        ) : (
          <ReportedValue label="Amount received" text={npr(reportedAmount)} />
        )}
        {reportedTransaction === null ? (
          <TextField
            id="approve-transaction"
            label={confirmedByStaff ? 'Transaction in the account' : 'Transaction'}
            maxLength={100}
            {...field('transactionId')}
          />
        ) : (
          <ReportedValue label="Transaction" text={reportedTransaction} />
        )}
      </div>
      {payment.state === 'mismatch' && (
        <ReasonField id="approve-reason" label="Reason for approval" optional {...field('reason')} />
      )}
      {seatsReleased && (
        <Checkbox checked={draft.withoutSeats} onChange={(withoutSeats) => set({ withoutSeats })}>
          Refund the payment: do not restore the booking’s seats
          {view.cancelledByCustomer && <span className="hint">The customer cancelled this booking.</span>}
        </Checkbox>
      )}
    </ActionForm>
  )
}

/** The gateway's own record, which staff cannot edit. */
function ReportedValue({ label, text }: { label: string; text: string }) {
  return (
    <dl>
      <dt className="text-ink-2 text-small">{label}</dt>
      <dd className="num wrap-anywhere font-med">{text}</dd>
    </dl>
  )
}
