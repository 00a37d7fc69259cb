import { useStore } from '@nanostores/react'
import type { confirmBooking } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { CASH_LABEL, mayTake } from '#domain/payment.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $acting } from '#stores/admin/bookings/acting.ts'
import type { confirm } from '#stores/admin/bookings/acts.ts'
import { $session } from '#stores/admin/session.ts'
import { ReasonForm } from './ReasonForm.tsx'
import { useTypedHere } from './useTypedHere.ts'

type Method = Input<typeof confirmBooking>['method']

const METHODS: Readonly<Record<Method, string>> = {
  cash: CASH_LABEL,
  qr_payment: 'QR payment, seen in the account',
  bank_transfer: 'Bank transfer, seen in the account',
}

interface Props {
  label: string
  button: string
  run: typeof confirm
  done: () => void
}

/** The money is there: where, and how it is known. */
export function MoneyForm({ label, button, run, done }: Props) {
  const { fields } = useStore($acting)
  const session = useStore($session)
  const [method, setMethod] = useTypedHere<Method>('act/method', 'cash')
  const [transaction, setTransaction] = useTypedHere('act/transaction', '')
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
            {(Object.entries(METHODS) as [Method, string][])
              .filter(([value]) => mayTake(role, value))
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
