import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { ReasonField } from '../form/ReasonField.tsx'
import { BookingForm } from './BookingForm.tsx'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

interface Props {
  label: string
  optional?: boolean
  hint?: string
  button: string
  isIrreversible?: boolean
  cancelLabel?: string
  /** Returns whether the action succeeded. */
  run: (reason: string) => Promise<boolean>
  done: () => void
  /** Shown above the reason. */
  children?: ReactNode
}

export function ReasonForm({ label, optional, hint, button, isIrreversible, cancelLabel, run, done, children }: Props) {
  const { fields } = useStore($bookingAction)
  const [reason, setReason] = useBookingFormDraft('act/reason', '')
  return (
    <BookingForm
      button={button}
      cancelLabel={cancelLabel}
      isDanger={isIrreversible}
      run={() => run(reason)}
      done={done}
    >
      {children}
      <ReasonField
        id="booking-reason"
        label={label}
        optional={optional}
        hint={hint}
        error={fields.reason}
        autoFocus={!children || isIrreversible}
        value={reason}
        onChange={setReason}
      />
    </BookingForm>
  )
}
