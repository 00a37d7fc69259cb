import { useStore } from '@nanostores/react'
import type { confirmBooking } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { CASH_LABEL, canRecordPayment } from '#domain/payment.ts'
import { Field } from '#islands/ui/Field.tsx'
import type { confirmWithPayment } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { $session } from '#stores/admin/session/session.ts'
import { ReasonForm } from './ReasonForm.tsx'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

type Method = Input<typeof confirmBooking>['method']

const METHOD_LABELS: Readonly<Record<Method, string>> = {
  cash: CASH_LABEL,
  qr_payment: 'QR payment, seen in the account',
  bank_transfer: 'Bank transfer, seen in the account',
}

interface Props {
  label: string
  button: string
  run: typeof confirmWithPayment
  done: () => void
}

/** The money is there: where, and how it is known. */
export function ManualPaymentForm({ label, button, run, done }: Props) {
  const { fields } = useStore($action)
  const session = useStore($session)
  const [method, setMethod] = useBookingFormDraft<Method>('act/method', 'cash')
  const [transaction, setTransaction] = useBookingFormDraft('act/transaction', '')
  const role = session.state === 'open' ? session.who.role : 'desk'
  return (
    <ReasonForm label={label} button={button} run={(reason) => run(method, transaction, reason)} done={done}>
      <Field id="booking-method" label="The money">
        {(control) => (
          <select
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
            autoFocus
            value={method}
            onChange={({ target }) => setMethod(target.value as Method)}
          >
            {(Object.entries(METHOD_LABELS) as [Method, string][])
              .filter(([value]) => canRecordPayment(role, value))
              .map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      {method !== 'cash' && (
        <Field id="booking-transaction" label="Transaction in the account" error={fields.transactionId}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={transaction}
              onChange={({ target }) => setTransaction(target.value)}
            />
          )}
        </Field>
      )}
    </ReasonForm>
  )
}
