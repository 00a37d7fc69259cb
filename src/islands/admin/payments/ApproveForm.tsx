import { useStore } from '@nanostores/react'
import type { PaymentView } from '#contract/admin/payments.ts'
import { npr, type Paisa, readRupees, toDecimalRupees } from '#domain/money.ts'
import { isStaffConfirmed } from '#domain/payment.ts'
import { TextField } from '#islands/ui/Field.tsx'
import { type ApprovalForm, approvePayment } from '#stores/admin/payments/decision.ts'
import { $action, getDraftName } from '#stores/admin/payments/edit.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { ActionForm } from './ActionForm.tsx'
import { AmountField } from './AmountField.tsx'
import { ReasonField } from './ReasonField.tsx'

/** What came is what was asked for, or is taken although it is not. */
export const getApprovalLabels = ({ payment }: PaymentView) =>
  payment.state === 'mismatch' ? { title: 'Take it as it is', verb: 'Take' } : { title: 'Approve', verb: 'Approve' }

/** What came and as what, found in the account or said by the gateway. */
export function ApproveForm({ view }: { view: PaymentView }) {
  const { busy, fields } = useStore($action)
  const { payment } = view
  const own = isStaffConfirmed(payment.method)
  // Of a receipt nothing is filled in: what was read comes from the payer, and staff type what the account shows. What a
  // gateway has said stands.
  const known = own ? null : payment.received
  const named = own ? null : payment.transactionId
  const [found, setFound] = useFormDraft<ApprovalForm>(getDraftName(view, 'approve'), {
    rupees: known === null ? '' : toDecimalRupees(known as Paisa),
    transactionId: named ?? '',
    reason: '',
    withoutPlace: false,
  })
  const set = (typed: Partial<ApprovalForm>) => setFound({ ...found, ...typed })
  const { rupees, transactionId, reason, withoutPlace } = found
  const placeless = payment.bookingState === 'expired' || payment.bookingState === 'cancelled'
  const typed = readRupees(rupees)
  const { title, verb } = getApprovalLabels(view)
  return (
    <ActionForm
      title={title}
      send={() => approvePayment(view, found)}
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
          <AmountField
            id="approve-amount"
            label={own ? 'Amount in the account (NPR)' : 'Amount that came (NPR)'}
            error={fields.amount}
            value={rupees}
            onChange={(rupees) => set({ rupees })}
          />
        ) : (
          <ReportedValue label="Amount that came" text={npr(known as Paisa)} />
        )}
        {named === null ? (
          <TextField
            id="approve-transaction"
            label={own ? 'Transaction in the account' : 'Transaction'}
            error={fields.transactionId}
            maxLength={100}
            value={transactionId}
            onChange={(transactionId) => set({ transactionId })}
          />
        ) : (
          <ReportedValue label="Transaction" text={named} />
        )}
      </div>
      {payment.state === 'mismatch' && (
        <ReasonField
          id="approve-reason"
          label="Why it is taken"
          optional
          error={fields.reason}
          value={reason}
          onChange={(reason) => set({ reason })}
        />
      )}
      {placeless && (
        <label className="admin-check">
          <input
            type="checkbox"
            checked={withoutPlace}
            onChange={({ target }) => set({ withoutPlace: target.checked })}
          />
          <span>The money is to go back: do not give the booking its place again</span>
        </label>
      )}
    </ActionForm>
  )
}

/** What a gateway has said of the money: its record, which nobody types over. */
function ReportedValue({ label, text }: { label: string; text: string }) {
  return (
    <dl className="verify-told">
      <dt>{label}</dt>
      <dd className="num">{text}</dd>
    </dl>
  )
}
