import { formatLongDate } from '#domain/calendar.ts'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { PhoneLink, WhatsappLink } from '../contact-links.tsx'

interface Props {
  person: Pick<Sheet['people'][number], 'bookingId' | 'customerName' | 'phone'>
  sheet: Pick<Sheet, 'locationName' | 'date'>
}

/** To call, or to open a message about the booking. */
export const PersonContacts = ({ person: { bookingId, customerName, phone }, sheet }: Props) => (
  <small className="flex flex-wrap gap-x-3 font-text text-ink-3 text-label">
    {phone && <PhoneLink className="num inline-block min-h-6 print:min-h-0" phone={phone} />}
    <WhatsappLink
      className="inline-block min-h-6 underline hover:text-brick print:hidden"
      phone={phone}
      name={customerName}
      text={`Hello ${customerName}, this is ${sheet.locationName} about your booking ${bookingId} on ${formatLongDate(sheet.date)}: `}
    />
  </small>
)
