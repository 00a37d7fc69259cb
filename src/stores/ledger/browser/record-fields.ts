import * as z from 'zod/mini'
import { parseLocationId } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { parsePlanId } from '#domain/plan.ts'

/** Limits that keep sums within exact integers. */
const MAX_RECORDS = 5_000
const MAX_AMOUNT = 1_000_000_000_000

/** Stored fields may hold anything: `read` replaces unreadable and missing values by a default. */
export const read = <Value>(parse: (stored: unknown) => Value) =>
  z.pipe(z.catch(z.unknown(), undefined), z.transform(parse))
export const text = (maxLength = 300) => z.catch(z.string().check(z.maxLength(maxLength)), '')
export const id = z.string().check(z.minLength(1), z.maxLength(100))
export const money = z.pipe(z.int().check(z.minimum(0), z.maximum(MAX_AMOUNT)), z.transform(paisa))
export const count = (fallback: number) => z.catch(z.int().check(z.minimum(0), z.maximum(1_000_000)), fallback)
/** ISO 8601 of fixed width, so that instants compare as text. */
export const instant = z.iso.datetime({ precision: 3 })
export const EPOCH = new Date(0).toISOString()
/** Former names of a location are read as its id; other labels stay. */
export const location = z.pipe(
  text(60),
  z.transform((label) => parseLocationId(label) ?? label),
)
/** Former names of a plan, likewise. */
export const plan = z.pipe(
  text(60),
  z.transform((label) => parsePlanId(label) ?? label),
)

/** The readable records of a list, each id once. */
export function readList<Schema extends z.ZodMiniType>(
  schema: Schema,
  stored: unknown,
  idOf: (record: z.output<Schema>) => string,
): z.output<Schema>[] {
  const rows: unknown[] = Array.isArray(stored) ? stored.slice(0, MAX_RECORDS) : []
  const records = new Map<string, z.output<Schema>>()
  for (const row of rows) {
    const parsed = schema.safeParse(row)
    if (parsed.success && !records.has(idOf(parsed.data))) records.set(idOf(parsed.data), parsed.data)
  }
  return [...records.values()]
}
