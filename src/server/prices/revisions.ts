import { readPriceChanges } from '#contract/admin/price-changes.ts'
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
import type { PriceTable } from '#domain/price.ts'
import { type CellName, listAmounts, priceCell } from '#domain/price-list.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { readCurrentPrices } from './current.ts'

const PAGE_SIZE = 20

interface VersionedPrices {
  version: number
  tables: readonly PriceTable[]
}

export const readPrices = async (app: App): Promise<Outcome<PriceList>> =>
  succeed(toPriceList(await readVersionedPrices(app, app.db.read)))

/** Fails with `changed_meanwhile` if prices were saved since `version`. */
export function changePrices(
  app: App,
  by: Actor,
  { version, changes }: Input<typeof savePrices>,
): Promise<Outcome<PriceList>> {
  return writeAndNotify(app, async (db) => {
    const current = await readVersionedPrices(app, db)
    if (version !== current.version) return fail('changed_meanwhile', { current: toPriceList(current) })
    return insertRevision(app, db, by, current, changes)
  })
}

/** Undoes the last revision with a new one. */
export function undoChange(app: App, by: Actor, { version }: Input<typeof undoPrices>): Promise<Outcome<PriceList>> {
  return writeAndNotify(app, async (db) => {
    const current = await readVersionedPrices(app, db)
    if (version !== current.version) return fail('changed_meanwhile', { current: toPriceList(current) })
    const last = await db
      .selectFrom('price_revisions')
      .select('changes')
      .where('version', '=', version)
      .executeTakeFirst()
    if (!last) return fail('not_found')
    const before = parseChanges(last).map(({ cell, before }) => [cell, before])
    return insertRevision(app, db, by, current, Object.fromEntries(before), version)
  })
}

export async function readHistory(
  app: App,
  { before }: Input<typeof readPriceHistory>,
): Promise<Outcome<Output<typeof readPriceHistory>>> {
  if (before !== undefined && !/^\d{1,9}$/.test(before))
    return fail('invalid', { fields: { before: 'Send the "next" value of an earlier response' } })
  let query = app.db.read
    .selectFrom('price_revisions')
    .innerJoin('staff', 'staff.id', 'price_revisions.staff_id')
    .selectAll('price_revisions')
    .select(['staff.name', 'staff.email'])
    .orderBy('price_revisions.version', 'desc')
    .limit(PAGE_SIZE + 1)
  if (before !== undefined) query = query.where('price_revisions.version', '<', Number(before))
  const rows = await query.execute()
  const items = rows.slice(0, PAGE_SIZE).map(
    (row): PriceRevision => ({
      version: row.version,
      by: formatStaffName(row.name, row.email),
      createdAt: row.created_at,
      undoes: row.undoes,
      changes: parseChanges(row),
    }),
  )
  return succeed({ items, next: rows.length > PAGE_SIZE ? String(items.at(-1)?.version) : null })
}

async function readVersionedPrices(app: App, db: Queries): Promise<VersionedPrices> {
  const { version } = await db
    .selectFrom('price_revisions')
    .select((row) => row.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return { version: version ?? 0, tables: await readCurrentPrices(app.catalogue.prices, db) }
}

/** The new version is the primary key: the second of two concurrent saves fails and is retried. */
async function insertRevision(
  app: App,
  db: Queries,
  by: Actor,
  current: VersionedPrices,
  amounts: Readonly<Record<string, number | null>>,
  undoes: number | null = null,
): Promise<Outcome<PriceList>> {
  const changed = readPriceChanges(listAmounts(current.tables), amounts)
  if (!changed.ok) return changed
  const changes = changed.value
  if (changes.length === 0) return succeed(toPriceList(current))
  const version = current.version + 1
  await db
    .insertInto('price_revisions')
    .values({ version, changes: JSON.stringify(changes), undoes, staff_id: by.id, created_at: instant(app.now()) })
    .execute()
  await db
    .insertInto('prices')
    .values(changes.map(({ cell, after }) => ({ ...toColumns(cell as CellName), amount: after, version })))
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'plan_id', 'period'])
        .doUpdateSet((row) => ({ amount: row.ref('excluded.amount'), version: row.ref('excluded.version') })),
    )
    .execute()
  await recordAuditEntry(
    db,
    {
      by,
      action: undoes === null ? 'prices_changed' : 'prices_put_back',
      subject: 'prices',
      subjectId: String(version),
      label: formatLocationNames(app, changes),
      before: Object.fromEntries(changes.map(({ cell, before }) => [cell, before])),
      after: Object.fromEntries(changes.map(({ cell, after }) => [cell, after])),
    },
    app.now(),
  )
  await recordEvent(db, 'prices_update', String(version), app.now())
  return succeed(toPriceList({ version, tables: await readCurrentPrices(app.catalogue.prices, db) }))
}

const toPriceList = ({ version, tables }: VersionedPrices): PriceList => ({
  version,
  amounts: { ...listAmounts(tables) },
})

export const parseChanges = ({ changes }: { changes: string }): PriceChange[] => JSON.parse(changes)

function formatLocationNames({ catalogue }: App, changes: readonly PriceChange[]): string {
  const ids = new Set(changes.map(({ cell }) => priceCell(cell)?.locationId))
  return catalogue.locations.flatMap(({ id, name }) => (ids.has(id) ? name : [])).join(', ')
}

function toColumns(name: CellName) {
  const cell = priceCell(name)
  if (!cell) throw new Error(`${name} is not a price`)
  return { location_id: cell.locationId, plan_id: cell.planId, period: cell.period }
}
