import { type CompiledQuery, type Insertable, sql } from 'kysely'
import { toSearchText } from '#domain/booking.ts'
import { DAY_MS } from '#domain/calendar.ts'
import type { App } from '../../app.ts'
import { recordAuditEntry } from '../../audit/entries.ts'
import { type Queries, runTransaction } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import type { Tables } from '../../db/schema.ts'
import { ensureFirstOwner } from '../../staff/sign-in.ts'
import { History, SAMPLE_TABLES } from './history.ts'

const BATCH_SIZE = 2_000
/** SQLite allows 32,766 values in a statement. */
const MAX_VALUES = 30_000
const OPEN_MESSAGES = 12

/** Fills an empty database by direct inserts. Returns the message about a new first owner. */
export async function seedLargeHistory(app: App, count: number, seed: number): Promise<string | undefined> {
  const existing = await app.db.read.selectFrom('bookings').select('id').limit(1).executeTakeFirst()
  if (existing) throw new Error('The database already has bookings. Use an empty database.')
  const message = await ensureFirstOwner(app)
  const owner = await app.db.read.selectFrom('staff').select(['id', 'email']).limit(1).executeTakeFirstOrThrow()
  const history = new History({ catalogue: app.catalogue, count, seed, now: app.now(), staffId: owner.id })
  const insert = createInserter(app)
  for (let first = 0; first < count; first += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, count - first)
    const batch = Array.from({ length }, (_, index) => history.buildRows(first + index))
    await runTransaction(app.db, async (db) => {
      for (const table of SAMPLE_TABLES) {
        const rows = batch.flatMap((sample): object[] => sample[table])
        await insert(db, table, rows)
      }
      for (const { id, payment_id, amount, reason, created_at } of batch.flatMap(({ refunds }) => refunds))
        await recordAuditEntry(
          db,
          {
            by: owner,
            action: 'refund_recorded',
            subject: 'payment',
            subjectId: payment_id,
            after: { refund: id, amount },
            reason,
          },
          Date.parse(created_at),
        )
    })
  }
  await runTransaction(app.db, async (db) => {
    await insert(db, 'seat_days', history.seats.rows())
    await insert(db, 'messages', buildMessages(app, Math.ceil(count / 100)))
  })
  await analyzeTables(app)
  return message
}

/** Updates the query planner's statistics. One table a statement, because all of them exceed the limit of a statement. */
async function analyzeTables({ db }: App): Promise<void> {
  for (const table of [...SAMPLE_TABLES, 'seat_days', 'messages', 'audit'])
    await runTransaction(db, (transaction) => sql`analyze ${sql.table(table)}`.execute(transaction))
}

/** Compiles one statement per table and number of rows. */
function createInserter(app: App) {
  const compiled = new Map<string, CompiledQuery>()
  return async (db: Queries, table: keyof Tables, rows: readonly object[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {}).length
    const size = Math.floor(MAX_VALUES / Math.max(1, columns))
    for (let from = 0; from < rows.length; from += size) {
      const chunk = rows.slice(from, from + size)
      const key = `${table} ${chunk.length}`
      const query =
        compiled.get(key) ??
        app.db.read
          .insertInto(table)
          .values(chunk as never)
          .compile()
      compiled.set(key, query)
      await db.executeQuery({ ...query, parameters: chunk.flatMap((row) => Object.values(row)) })
    }
  }
}

/** Messages of the last year; the newest are open. */
function buildMessages(app: App, count: number): Insertable<Tables['messages']>[] {
  return Array.from({ length: count }, (_, number) => {
    const at = instant(app.now() - Math.floor(((count - number) * 365 * DAY_MS) / count))
    const person = { name: `Visitor ${number}`, email: `visitor${number}@example.com` }
    const body = 'Is there a desk free next week?'
    return {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      digest: `sample ${number}`,
      ...person,
      body,
      search: toSearchText(person.name, person.email, body),
      created_at: at,
      handled_at: number < count - OPEN_MESSAGES ? at : null,
    }
  })
}
