import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { confirmBooking } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { formatDate } from '#domain/calendar.ts'
import { npr, times, ZERO } from '#domain/money.ts'
import { ACCOUNT_METHODS, canRecordPayment, DESK_METHOD_LABELS } from '#domain/payment.ts'
import { Note } from '#islands/ui/Note.tsx'
import { confirmWithPayment, recordDifference, sellHours } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { SelectField, TextField } from '../form/fields.tsx'
import { useRole } from '../useRole.ts'
import type { BookingFormProps } from './BookingForm.tsx'
import { HoursLeft } from './BookingRooms.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { getReferenceLabel } from './reference-label.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

type Method = Input<typeof confirmBooking>['method']

const METHOD_LABELS: Readonly<Record<Method, string>> = {
  ...DESK_METHOD_LABELS,
  qr_payment: 'QR payment, found in the account',
  bank_transfer: 'Bank transfer, found in the account',
}

/** Staff may confirm a booking whose first day was closed, which its customer cannot pay. */
export const ConfirmForm = ({ detail, done }: BookingFormProps) => (
  <>
    {detail.closedFirstDay && (
      <Note className="note-warm mb-3.5">
        We are closed on {formatDate(detail.startDate)} ({detail.closedFirstDay}). Move the booking to another day
        first, or agree with the customer that this day is lost.
      </Note>
    )}
    <ManualPaymentForm button={`Record ${npr(detail.totalAmount)} and confirm`} run={confirmWithPayment} done={done} />
  </>
)

/** Records the price difference of a moved booking as paid. */
export const DifferenceForm = ({ detail, done }: BookingFormProps) => (
  <ManualPaymentForm button={`Record ${npr(detail.difference)}`} run={recordDifference} done={done} />
)

/** Sells room hours that are paid at once. */
export function HoursForm({ detail, done }: BookingFormProps) {
  const { fields } = useStore($bookingAction)
  const [typed, setTyped] = useBookingFormDraft('act/hours', '1')
  const hours = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  const expectedAmount = times(detail.hourPrice ?? ZERO, hours)
  return (
    <ManualPaymentForm
      button={expectedAmount > 0 ? `Record ${npr(expectedAmount)}` : 'Record payment'}
      run={(...payment) => sellHours(detail, { hours, expectedAmount }, ...payment)}
      done={done}
    >
      {detail.rooms && <HoursLeft balance={detail.rooms.balance} />}
      <TextField
        id="booking-hours"
        label="Meeting-room hours"
        hint={detail.hourPrice === null ? undefined : `${npr(detail.hourPrice)} an hour`}
        autoFocus
        inputMode="numeric"
        maxLength={3}
        error={fields.hours}
        value={typed}
        onChange={setTyped}
      />
    </ManualPaymentForm>
  )
}

interface Props {
  button: string
  run: typeof confirmWithPayment
  done: () => void
  /** Fields above the payment. */
  children?: ReactNode
}

function ManualPaymentForm({ button, run, done, children }: Props) {
  const { fields } = useStore($bookingAction)
  const role = useRole()
  const [method, setMethod] = useBookingFormDraft<Method>('act/method', 'cash')
  const [transaction, setTransaction] = useBookingFormDraft('act/transaction', '')
  return (
    <ReasonForm
      label="Reason"
      optional
      hint="For the audit log"
      button={button}
      // The method is reason enough.
      run={(reason) => run(method, transaction, reason.trim() || METHOD_LABELS[method])}
      done={done}
    >
      {children}
      <SelectField
        id="booking-method"
        label="Payment"
        autoFocus={!children}
        value={method}
        options={Object.fromEntries(
          Object.entries(METHOD_LABELS).filter(([value]) => canRecordPayment(role, value as Method)),
        )}
        onChange={setMethod}
      />
      {ACCOUNT_METHODS.includes(method) && (
        <TextField
          id="booking-transaction"
          label={getReferenceLabel(method)}
          error={fields.transactionId}
          maxLength={100}
          value={transaction}
          onChange={setTransaction}
        />
      )}
    </ReasonForm>
  )
}
