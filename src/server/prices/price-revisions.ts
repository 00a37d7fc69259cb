import { priceChanges } from '#contract/admin/price-changes.ts'
import type {
  PriceChange,
  PriceList,
  PriceRevision,
  readPriceHistory,
  savePrices,
  undoPrices,
} from '#contract/admin/prices.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import type { PriceTable } from '#domain/price.ts'
import { amountsOf, type CellName, type PriceCell, priceCell } from '#domain/price-list.ts'
import { colleagueName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Actor, recordDeed } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import { currentPrices } from './prices.ts'

const PAGE = 20

interface Now {
  version: number
  tables: readonly PriceTable[]
}

export const readPrices = async (app: App): Promise<Outcome<PriceList>> =>
  succeed(listOf(await readNow(app, app.db.read)))

/** Saves changed cells together or not at all, if nobody saved since the version that was seen. */
export function changePrices(app: App, by: Actor, wanted: Input<typeof savePrices>): Promise<Outcome<PriceList>> {
  return ringing(app, async (db) => {
    const now = await readNow(app, db)
    if (wanted.version !== now.version) return fail('changed_meanwhile', { current: listOf(now) })
    return revise(app, db, by, now, wanted.changes)
  })
}

/** Open tabs hear of it at once. */
async function ringing(app: App, work: (db: Queries) => Promise<Outcome<PriceList>>): Promise<Outcome<PriceList>> {
  const outcome = await app.db.write(work)
  if (outcome.ok) app.bell.ring()
  return outcome
}

/** Puts the last change back, as a change of its own: pressed twice, it is back again. */
export function undoChange(app: App, by: Actor, { version }: Input<typeof undoPrices>): Promise<Outcome<PriceList>> {
  return ringing(app, async (db) => {
    const now = await readNow(app, db)
    if (version !== now.version) return fail('changed_meanwhile', { current: listOf(now) })
    const last = await db
      .selectFrom('price_revisions')
      .select('changes')
      .where('version', '=', version)
      .executeTakeFirst()
    if (!last) return fail('not_found')
    const before = changesOf(last).map(({ cell, before }) => [cell, before])
    return revise(app, db, by, now, Object.fromEntries(before), version)
  })
}

export async function readHistory(
  app: App,
  { before }: Input<typeof readPriceHistory>,
): Promise<Outcome<Output<typeof readPriceHistory>>> {
  if (before !== undefined && !/^\d{1,9}$/.test(before))
    return fail('invalid', { fields: { before: 'Send the version that the last page named' } })
  let query = app.db.read
    .selectFrom('price_revisions')
    .innerJoin('staff', 'staff.id', 'price_revisions.staff_id')
    .select([
      'price_revisions.version',
      'price_revisions.changes',
      'price_revisions.undoes',
      'price_revisions.created_at',
      'staff.name',
      'staff.email',
    ])
    .orderBy('price_revisions.version', 'desc')
    .limit(PAGE + 1)
  if (before !== undefined) query = query.where('price_revisions.version', '<', Number(before))
  const rows = await query.execute()
  const items = rows.slice(0, PAGE).map(
    (row): PriceRevision => ({
      version: row.version,
      by: colleagueName(row.name, row.email),
      createdAt: row.created_at,
      undoes: row.undoes,
      changes: changesOf(row),
    }),
  )
  return succeed({ items, next: rows.length > PAGE ? String(items.at(-1)?.version) : null })
}

async function readNow(app: App, db: Queries): Promise<Now> {
  const { version } = await db
    .selectFrom('price_revisions')
    .select((row) => row.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return { version: version ?? 0, tables: await currentPrices(app.catalogue.prices, db) }
}

/** The new version's key is the lock: of two that saw the same one, the second is asked again and finds it changed. */
async function revise(
  app: App,
  db: Queries,
  by: Actor,
  now: Now,
  wanted: Readonly<Record<string, number | null>>,
  undoes: number | null = null,
): Promise<Outcome<PriceList>> {
  const changed = priceChanges(amountsOf(now.tables), wanted)
  if (!changed.ok) return changed
  const changes = changed.value
  if (changes.length === 0) return succeed(listOf(now))
  const version = now.version + 1
  await db
    .insertInto('price_revisions')
    .values({
      version,
      changes: JSON.stringify(changes),
      undoes,
      staff_id: by.id,
      created_at: instant(app.now()),
    })
    .execute()
  await db
    .insertInto('prices')
    .values(
      changes.map(({ cell, after }) => ({ ...columnsOf(cell as CellName), amount: after as Paisa | null, version })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'plan_id', 'period'])
        .doUpdateSet((row) => ({ amount: row.ref('excluded.amount'), version: row.ref('excluded.version') })),
    )
    .execute()
  await recordDeed(
    db,
    {
      by,
      action: undoes === null ? 'prices_changed' : 'prices_put_back',
      subject: 'prices',
      subjectId: String(version),
      label: placesOf(app, changes),
      before: Object.fromEntries(changes.map(({ cell, before }) => [cell, before])),
      after: Object.fromEntries(changes.map(({ cell, after }) => [cell, after])),
    },
    app.now(),
  )
  await recordEvent(db, 'prices_update', String(version), app.now())
  return succeed(listOf({ version, tables: await currentPrices(app.catalogue.prices, db) }))
}

const listOf = ({ version, tables }: Now): PriceList => ({ version, amounts: { ...amountsOf(tables) } })

export const changesOf = ({ changes }: { changes: string }): PriceChange[] => JSON.parse(changes)

/** The names of the locations whose prices changed. */
function placesOf({ catalogue }: App, changes: readonly PriceChange[]): string {
  const ids = new Set(changes.map(({ cell }) => priceCell(cell)?.locationId))
  return catalogue.locations.flatMap(({ id, name }) => (ids.has(id) ? name : [])).join(', ')
}

function columnsOf(name: CellName): {
  location_id: PriceCell['locationId']
  plan_id: PriceCell['planId']
  period: PriceCell['period']
} {
  const cell = priceCell(name)
  if (!cell) throw new Error(`${name} is no price`)
  return { location_id: cell.locationId, plan_id: cell.planId, period: cell.period }
}
