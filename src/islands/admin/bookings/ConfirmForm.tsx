import { useStore } from '@nanostores/react'
import type { BookingDetail, confirmBooking } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { CASH_LABEL } from '#domain/payment.ts'
import { Field } from '#islands/ui/Field.tsx'
import { confirm } from '#stores/admin/bookings/acts.ts'
import { $acting } from '#stores/admin/bookings/opened.ts'
import { ReasonForm } from './ReasonForm.tsx'
import { useTypedHere } from './useTypedHere.ts'

type Method = Input<typeof confirmBooking>['method']

const METHODS: Readonly<Record<Method, string>> = {
  cash: CASH_LABEL,
  qr_payment: 'QR payment, seen in the account',
  bank_transfer: 'Bank transfer, seen in the account',
}

/** The money is there: where, and how it is known. */
export function ConfirmForm({ detail, done }: { detail: BookingDetail; done: () => void }) {
  const { fields } = useStore($acting)
  const [method, setMethod] = useTypedHere<Method>('act/method', 'cash')
  const [transaction, setTransaction] = useTypedHere('act/transaction', '')
  return (
    <ReasonForm
      label="Why it is confirmed by hand"
      button={`Record ${npr(detail.totalAmount as Paisa)} and confirm`}
      run={(reason) => confirm(method, transaction, reason)}
      done={done}
    >
      <Field id="booking-method" label="The money">
        {(control) => (
          <select
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
            autoFocus
            value={method}
            onChange={({ target }) => setMethod(target.value as Method)}
          >
            {Object.entries(METHODS).map(([value, name]) => (
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
