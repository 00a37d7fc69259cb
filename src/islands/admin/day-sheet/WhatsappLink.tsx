import { formatLongDate } from '#domain/calendar.ts'
import { whatsappHref } from '#domain/contact.ts'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'

interface Props {
  person: Pick<Sheet['people'][number], 'bookingId' | 'customerName' | 'phone'>
  sheet: Pick<Sheet, 'locationName' | 'date'>
}

/** Opens a message about the booking to complete. A number with an extension is a landline. */
export const WhatsappLink = ({ person: { bookingId, customerName, phone }, sheet }: Props) =>
  phone !== '' &&
  !phone.includes('ext') && (
    <a
      className="inline-block min-h-6 underline hover:text-brick print:hidden"
      href={whatsappHref(
        phone,
        `Hello ${customerName}, this is ${sheet.locationName} about your booking ${bookingId} on ${formatLongDate(sheet.date)}: `,
      )}
      target="_blank"
      rel="noopener noreferrer"
    >
      WhatsApp<span className="visually-hidden"> to {customerName}</span>
    </a>
  )
