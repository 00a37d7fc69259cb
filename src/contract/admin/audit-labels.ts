import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatInstant, parseIsoDate } from '#domain/calendar.ts'
import { lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr, paisa } from '#domain/money.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { TOUR_LABELS } from '#domain/tour.ts'
import type { AuditEntry } from './audit.ts'

/** Lists the changes as `Status: Active → Suspended`. A field without a previous value has only the new one. */
export function describeChanges({ subject, before, after }: Pick<AuditEntry, 'subject' | 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const format = (name: string, value: unknown) => {
    const end = subject === 'membership' && name === 'endDate' ? parseIsoDate(String(value)) : undefined
    return formatFieldValue(name, end ? lastDayOf(end) : value)
  }
  return names.map((name) => ({
    field: formatFieldName(name),
    from: before && name in before ? format(name, before[name]) : undefined,
    to: after && name in after ? format(name, after[name]) : undefined,
  }))
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  state: 'Status',
  endDate: 'Last day',
  workplaces: 'Locations',
  autoRenew: 'Renewal requested',
}

/** `startDate` becomes `Start date`; `kausimaa/explorer/daily` becomes `Kausimaa, Explorer, Daily`. */
function formatFieldName(name: string): string {
  if (FIELD_NAMES[name]) return FIELD_NAMES[name]
  if (name.includes('/')) return name.split('/').map(capitaliseId).join(', ')
  const words = name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b}`)
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const capitaliseId = (id: string): string =>
  id.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase())

const LABELS: Readonly<Record<string, string>> = {
  ...BOOKING_LABELS,
  ...MEMBERSHIP_LABELS,
  ...ROLE_LABELS,
  ...TOUR_LABELS,
}
/** Fields in paisa: amounts by name, prices by price cell. */
const MONEY = /amount|total|price|fee|paid|received|refunded|refundDue|owed|kept|\//i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function formatFieldValue(name: string, value: unknown): string {
  // `null` is every location.
  if (name === 'workplaces' && !value) return 'every location'
  if (name === 'workplaces' && Array.isArray(value)) return value.map(capitaliseId).join(', ') || 'none'
  if (value === null || value === undefined || value === '') return 'none'
  if (name === 'location') return capitaliseId(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return MONEY.test(name) && Number.isSafeInteger(value) ? npr(paisa(value)) : String(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => formatFieldValue(name, each)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const date = parseIsoDate(text)
  if (date) return formatDate(date)
  if (INSTANT.test(text)) return formatInstant(Date.parse(text))
  return LABELS[text] ?? text
}
