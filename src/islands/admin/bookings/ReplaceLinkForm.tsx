import { replaceLink } from '#stores/admin/bookings/actions.ts'
import { BookingForm, type BookingFormProps } from './BookingForm.tsx'
import { getNotificationText } from './notification-text.ts'

export const ReplaceLinkForm = ({ detail, done }: BookingFormProps) => (
  <BookingForm button={detail.email ? 'Send the new link' : 'Replace this link'} run={replaceLink} done={done}>
    <p>
      The links to this booking in all earlier emails stop working at once, also for payment.{' '}
      {getNotificationText(detail, `A new link is sent to ${detail.email}.`)}
    </p>
  </BookingForm>
)
