import { sql } from 'kysely'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import type { Queries } from '../db/database.ts'
import type { Instant } from '../db/instant.ts'
import type { CashUp } from '../db/schema.ts'
import { parseTill } from './cash-up-status.ts'
import { readTillMovements, toTillText } from './movements.ts'
import { CHECKED_DAYS } from './unfinished.ts'

/** A till that was signed, with its last count. */
interface LinkedTill {
  day: IsoDate
  staffId: string
  opening: Paisa
  /** Paisa of cash that it leaves to the next one: with what moved since the count, without what went to the bank. */
  left: Paisa
}

export interface TillChain {
  /** In the order of their first signature, without those whose floats are not computed again. */
  tills: LinkedTill[]
  /** Index of the first till of the days whose movements are read; the last one if there is none. */
  start: number
  /** Paisa of cash that moved in tills that were never signed. */
  uncounted: Paisa
}

export async function readTillChain(db: Queries, locationId: LocationId, today: IsoDate): Promise<TillChain> {
  const from = addDays(today, -CHECKED_DAYS)
  const cash = new Map<string, Paisa>()
  for (const till of await readTillMovements(db, { from, to: today })) {
    if (till.locationId !== locationId || till.movement.method !== 'cash') continue
    const text = toTillText(till)
    cash.set(text, paisa((cash.get(text) ?? 0) + till.movement.amount))
  }
  const rows = await selectSignedTills(db, locationId, from).execute()
  const tills = rows.map(({ day, staff_id: staffId, opening, banked, ...row }) => {
    const { counted, expected } = parseTill(row)
    const text = toTillText({ locationId, date: day, staffId })
    const atCount = paisa(expected.cash - opening)
    // Its float is not computed again.
    const now = day < from ? atCount : (cash.get(text) ?? 0)
    cash.delete(text)
    return { day, staffId, opening, left: paisa(counted.cash - banked + now - atCount) }
  })
  const recent = tills.findIndex(({ day }) => day >= from)
  const start = recent < 0 ? Math.max(tills.length - 1, 0) : recent
  return { tills, start, uncounted: sum([...cash.values()]) }
}

/** From the one before the first till of these days, or from the last but one if there is none. */
function selectSignedTills(db: Queries, locationId: LocationId, from: IsoDate) {
  const signed = db
    .selectFrom('cash_ups')
    .where('location_id', '=', locationId)
    .where('first_signed_at', 'is not', null)
  const times = signed.select('first_signed_at').limit(1)
  const first = sql`coalesce(
    ${times.where('day', '>=', from).orderBy('first_signed_at')},
    ${times.orderBy('first_signed_at', 'desc')}
  )`
  const before = times.where('first_signed_at', '<', sql<Instant>`${first}`).orderBy('first_signed_at', 'desc')
  return signed
    .select(['day', 'staff_id', 'opening', 'counted', 'expected', 'banked'])
    .where('first_signed_at', '>=', sql<Instant>`coalesce(${before}, ${first})`)
    .orderBy('first_signed_at')
    .orderBy('day')
    .orderBy('staff_id')
}

/** The cash that the tills before this one left; undefined without any. A later count of one of them changes it. */
export function getFloat({ tills, start }: TillChain, till?: CashUp): Paisa | undefined {
  const index = tills.findIndex(({ day, staffId }) => day === till?.day && staffId === till.staff_id)
  if (start > 0 && till?.first_signed_at && index <= start) return till.opening
  const before = tills.slice(start, index < 0 ? undefined : index)
  const [first] = before
  // A correction can only be wrong below zero, and the next count ends it.
  return (
    first &&
    paisa(before.reduce<number>((float, { left, opening }) => Math.max(float + left - opening, 0), first.opening))
  )
}
