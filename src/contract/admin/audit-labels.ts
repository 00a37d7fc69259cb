import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatInstant, isoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr, paisa } from '#domain/money.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import type { AuditEntry } from './audit.ts'

/** One field of a deed in words; what was not there, or is not any more, is `none`. */
export interface FieldChange {
  field: string
  from: string | undefined
  to: string | undefined
}

/** What a deed changed, field by field: `Status: Active → Suspended`. Without a value before, only what it is now. */
export function describeChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: formatFieldName(name),
    from: before && name in before ? formatFieldValue(name, before[name]) : undefined,
    to: after && name in after ? formatFieldValue(name, after[name]) : undefined,
  }))
}

/** `startDate` is read as `Start date`, `dhobighat-hub/professional/monthly` as `Dhobighat Hub, Professional, Monthly`. */
export function formatFieldName(name: string): string {
  if (name.includes('/')) return name.split('/').map(capitaliseId).join(', ')
  const words = name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b}`)
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const capitaliseId = (id: string): string =>
  id.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase())

const LABELS: Readonly<Record<string, string>> = { ...BOOKING_LABELS, ...MEMBERSHIP_LABELS, ...ROLE_LABELS }
/** Fields of paisa: amounts by their names, prices by the cell of the price table. */
const MONEY = /amount|total|price|fee|paid|received|refunded|refundDue|owed|kept|\//i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function formatFieldValue(name: string, value: unknown): string {
  // Nothing here is no bound, which is the very opposite of nowhere.
  if (name === 'workplaces' && !value) return 'every location'
  if (name === 'workplaces' && Array.isArray(value)) return value.map(capitaliseId).join(', ') || 'none'
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return MONEY.test(name) && Number.isSafeInteger(value) ? npr(paisa(value)) : String(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => formatFieldValue(name, each)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const date = isoDate(text)
  if (date) return formatDate(date)
  if (INSTANT.test(text)) return formatInstant(Date.parse(text))
  return LABELS[text] ?? text
}
