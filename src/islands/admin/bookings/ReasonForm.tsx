import { useStore } from '@nanostores/react'
import type { ReactNode, SubmitEvent } from 'react'
import { REASON_LENGTH } from '#domain/audit.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $action } from '#stores/admin/bookings/edit.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

interface Props {
  label: string
  hint?: string
  button: string
  /** It takes something away. */
  bad?: boolean
  /** True once it is done. */
  run: (reason: string) => Promise<boolean>
  done: () => void
  /** What stands before the reason. */
  children?: ReactNode
}

/** An act that needs a reason; the first of its fields has the focus. */
export function ReasonForm({ label, hint, button, bad, run, done, children }: Props) {
  const { busy, fields } = useStore($action)
  const [reason, setReason] = useBookingFormDraft('act/reason', '')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await run(reason)) done()
  }
  return (
    <form className="drawer-form" noValidate onSubmit={submit}>
      {children}
      <Field id="booking-reason" label={label} hint={hint} error={fields.reason}>
        {(control) => (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
            autoFocus={!children || bad}
            autoComplete="off"
            maxLength={REASON_LENGTH.most}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <div className="drawer-actions">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          {button}
        </button>
      </div>
    </form>
  )
}
