import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'
import { formatDate, parseIsoDate } from '#domain/calendar.ts'
import { npr, paisa } from '#domain/money.ts'

type Fields = Readonly<Record<string, unknown>> | null

/** The fields whose changes are shown. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  state: 'Status',
  startDate: 'First day',
  endDate: 'Last day',
  customerName: 'Customer',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  pan: 'PAN',
  bill: 'Bill',
  buyer: 'Buyer',
  creditNote: 'Credit note',
  hours: 'Meeting-room hours',
  amount: 'Amount',
  refundDue: 'Refund due',
  priceKept: 'Booking price',
  priceOfTheseDays: 'Price of these dates today',
  recipient: 'To',
  day: 'Day',
}

/** Formats each change, such as `First day: 10 Dec 2026 → 12 Dec 2026`; what was removed has its last value. */
export function formatBookingChanges({ before, after }: { before: Fields; after: Fields }): string[] {
  const rooms = [before, after].flatMap(formatRoom)
  if (rooms.length > 0) return [rooms.join(' → ')]
  return Object.entries(after ?? before ?? {}).flatMap(([name, newValue]) => {
    const label = FIELD_LABELS[name]
    if (!label) return []
    const oldValue = after ? before?.[name] : undefined
    return [
      `${label}: ${oldValue === undefined ? '' : `${formatValue(name, oldValue)} → `}${formatValue(name, newValue)}`,
    ]
  })
}

/** `Walnut room, 10 Dec 2026, 10:00–12:00` for a reservation. */
function formatRoom(fields: Fields): string[] {
  const date = parseIsoDate(fields?.day)
  return fields?.room && date ? [`${fields.room}, ${formatDate(date)}, ${fields.start}–${fields.end}`] : []
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === '') return 'none'
  if (name === 'hours') return String(value)
  if (typeof value === 'number') return npr(paisa(value))
  const text = String(value)
  if (name === 'state') return BOOKING_LABELS[text as BookingState] ?? text
  const date = parseIsoDate(text)
  return date ? formatDate(date) : text
}
