import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { Field } from '#islands/ui/Field.tsx'
import { updateCustomer } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

const FIELDS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
} as const
type FieldName = keyof typeof FIELDS

/** Mends how the customer is called and reached. What nobody touched here shows what somebody else makes of it. */
export function CustomerForm({ detail, done }: { detail: BookingDetail; done: () => void }) {
  const { busy, fields } = useStore($action)
  const { firstName, lastName, email, phone, company } = detail
  const [touched, setTouched] = useBookingFormDraft<Partial<Record<FieldName, string>>>('act/edit', {})
  const contact = { firstName, lastName, email, phone, company, ...touched }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await updateCustomer(contact)) done()
  }
  return (
    <form className="drawer-form" noValidate onSubmit={submit}>
      {(Object.keys(FIELDS) as FieldName[]).map((name, index) => (
        <Field key={name} id={`booking-${name}`} label={FIELDS[name]} error={fields[name]}>
          {(control) => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
              autoFocus={index === 0}
              type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
              autoComplete="off"
              value={contact[name]}
              onChange={({ target }) => setTouched({ ...touched, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="drawer-actions">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          Save
        </button>
      </div>
    </form>
  )
}
