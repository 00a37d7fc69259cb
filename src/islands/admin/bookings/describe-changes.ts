import { BOOKING_LABELS, type BookingState } from '#domain/booking.ts'
import { formatDate, isoDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'

type Fields = Readonly<Record<string, unknown>> | null

/** Fields of a booking that a person is told of when they change; others say nothing to them. */
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
  amount: 'Amount',
  refundDue: 'To go back',
  priceKept: 'Price kept',
  priceOfTheseDays: 'Price of these days today',
  recipient: 'To',
}

/** Each change in words: `First day: 10 Dec 2026 → 12 Dec 2026`. */
export function describeChanges({ before, after }: { before: Fields; after: Fields }): string[] {
  return Object.entries(after ?? {}).flatMap(([name, now]) => {
    const label = FIELD_LABELS[name]
    if (!label) return []
    const was = before?.[name]
    return [`${label}: ${was === undefined ? '' : `${formatValue(name, was)} → `}${formatValue(name, now)}`]
  })
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'number') return npr(value as Paisa)
  const text = String(value)
  if (name === 'state') return BOOKING_LABELS[text as BookingState] ?? text
  const date = isoDate(text)
  return date ? formatDate(date) : text
}
