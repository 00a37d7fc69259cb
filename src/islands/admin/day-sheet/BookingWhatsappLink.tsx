import { formatLongDate } from '#domain/calendar.ts'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { WhatsappLink } from '../contact-links.tsx'

interface Props {
  person: Pick<Sheet['people'][number], 'bookingId' | 'customerName' | 'phone'>
  sheet: Pick<Sheet, 'locationName' | 'date'>
}

/** Opens a message about the booking. */
export const BookingWhatsappLink = ({ person: { bookingId, customerName, phone }, sheet }: Props) => (
  <WhatsappLink
    className="inline-block min-h-6 underline hover:text-brick print:hidden"
    phone={phone}
    name={customerName}
    text={`Hello ${customerName}, this is ${sheet.locationName} about your booking ${bookingId} on ${formatLongDate(sheet.date)}: `}
  />
)
