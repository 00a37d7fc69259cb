import { useStore } from '@nanostores/react'
import { updateCustomer } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { bindFields, TextField } from '../form/fields.tsx'
import { BookingForm, type BookingFormProps } from './BookingForm.tsx'
import { useBookingFormDraft } from './useBookingFormDraft.ts'

const FIELDS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  pan: 'PAN',
} as const
type FieldName = keyof typeof FIELDS

/** Fields that are not edited here show a colleague's changes at once. */
export function CustomerForm({ detail, done }: BookingFormProps) {
  const { fields } = useStore($bookingAction)
  const { firstName, lastName, email, phone, company, pan } = detail
  const [touched, setTouched] = useBookingFormDraft<Partial<Record<FieldName, string>>>('act/edit', {})
  const contact = { firstName, lastName, email, phone, company, pan, ...touched }
  const field = bindFields(contact, (changed) => setTouched({ ...touched, ...changed }), fields)
  return (
    <BookingForm button="Save" run={() => updateCustomer(contact)} done={done}>
      {(Object.keys(FIELDS) as FieldName[]).map((name, index) => (
        <TextField
          key={name}
          id={`booking-${name}`}
          label={FIELDS[name]}
          optional={name === 'company' || name === 'pan'}
          autoFocus={index === 0}
          type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
          hint={name === 'pan' && HAS_SERVER_FEATURES && 'Issued bills do not change. They are corrected under Bills.'}
          {...field(name)}
        />
      ))}
    </BookingForm>
  )
}
