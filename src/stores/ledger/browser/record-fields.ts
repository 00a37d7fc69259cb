import * as z from 'zod/mini'
import { locationId } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'

/** Whoever fills the storage with more than this cannot make sums that are no longer exact. */
const MAX_RECORDS = 5_000
const MAX_AMOUNT = 1_000_000_000_000

/** Fields of stored records, which may hold anything: unreadable values fall back. */
export const anyField = z.catch(z.unknown(), undefined)
export const textField = (longest = 300) => z.catch(z.string().check(z.maxLength(longest)), '')
export const idField = z.string().check(z.minLength(1), z.maxLength(100))
export const moneyField = z.pipe(z.int().check(z.minimum(0), z.maximum(MAX_AMOUNT)), z.transform(paisa))
export const countField = (fallback: number) => z.catch(z.int().check(z.minimum(0), z.maximum(1_000_000)), fallback)
/** ISO 8601 of a fixed width, so that it compares as text. */
export const instantField = z.iso.datetime({ precision: 3 })
export const LONG_AGO = new Date(0).toISOString()
/** Older names of a location are read as its id; another label stays what it is. */
export const locationField = z.pipe(
  textField(60),
  z.transform((label) => locationId(label) ?? label),
)

/** The records of a list that can be read, each id once; nothing where it is no list. */
export function readList<Shape extends z.ZodMiniType>(
  shape: Shape,
  stored: unknown,
  idOf: (record: z.output<Shape>) => string,
): z.output<Shape>[] {
  const rows: unknown[] = Array.isArray(stored) ? stored.slice(0, MAX_RECORDS) : []
  const records = new Map<string, z.output<Shape>>()
  for (const row of rows) {
    const read = shape.safeParse(row)
    if (read.success && !records.has(idOf(read.data))) records.set(idOf(read.data), read.data)
  }
  return [...records.values()]
}
