import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import type { BookingDetail } from '#contract/admin/booking.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $acting } from '#stores/admin/bookings/acting.ts'
import { setCustomer } from '#stores/admin/bookings/acts.ts'
import { useTypedHere } from './useTypedHere.ts'

const FIELDS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
} as const
type Name = keyof typeof FIELDS

/** Mends how the customer is called and reached. What nobody touched here shows what somebody else makes of it. */
export function CustomerForm({ detail, done }: { detail: BookingDetail; done: () => void }) {
  const { busy, fields } = useStore($acting)
  const { firstName, lastName, email, phone, company } = detail
  const [touched, setTouched] = useTypedHere<Partial<Record<Name, string>>>('act/edit', {})
  const contact = { firstName, lastName, email, phone, company, ...touched }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await setCustomer(contact)) done()
  }
  return (
    <form className="drawer-form" noValidate onSubmit={submit}>
      {(Object.keys(FIELDS) as Name[]).map((name, index) => (
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
