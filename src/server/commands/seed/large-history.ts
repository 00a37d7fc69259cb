import { type CompiledQuery, type Insertable, sql } from 'kysely'
import { succeed } from '#contract/failure.ts'
import { toSearchText } from '#domain/booking.ts'
import { DAY_MS } from '#domain/calendar.ts'
import type { App } from '../../app.ts'
import { recordAuditEntry } from '../../audit/entries.ts'
import type { Queries } from '../../db/database.ts'
import { instant, type Tables } from '../../db/schema.ts'
import { ensureFirstOwner } from '../../staff/sign-in.ts'
import { History, type SampleBooking } from './history.ts'

/** Bookings that are written in one transaction. */
const BATCH_SIZE = 2_000
/** SQLite takes 32,766 values in a statement. */
const MAX_VALUES = 30_000
const OPEN_MESSAGES = 12

/**
 * Fills an empty database with a history of its size: straight inserts, no mails, nobody told. Gives the sentence about
 * the first owner where one had to be made. Throws where there are bookings.
 */
export async function seedLargeHistory(app: App, count: number, seed: number): Promise<string | undefined> {
  const any = await app.db.read.selectFrom('bookings').select('id').limit(1).executeTakeFirst()
  if (any) throw new Error('There are bookings already: give it an empty database.')
  const sentence = await ensureFirstOwner(app)
  const owner = await app.db.read.selectFrom('staff').select(['id', 'email']).limit(1).executeTakeFirstOrThrow()
  const history = new History({ catalogue: app.catalogue, count, seed, now: app.now(), staffId: owner.id })
  const insert = createInserter(app)
  let batch: SampleBooking[] = []
  const write = async () => {
    const stories = batch
    batch = []
    await app.db.write(async (db) => {
      await insert(
        db,
        'bookings',
        stories.map(({ booking }) => booking),
      )
      await insert(
        db,
        'payments',
        stories.flatMap(({ payments }) => payments),
      )
      await insert(
        db,
        'memberships',
        stories.flatMap(({ membership }) => membership ?? []),
      )
      await insert(
        db,
        'refunds',
        stories.flatMap(({ refunds }) => refunds),
      )
      for (const { id, payment_id, amount, reason, created_at } of stories.flatMap(({ refunds }) => refunds))
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
      return succeed(undefined)
    })
  }
  for (const story of history.stories()) if (batch.push(story) === BATCH_SIZE) await write()
  if (batch.length > 0) await write()
  await app.db.write(async (db) => {
    await insert(db, 'seat_days', history.seats.rows())
    await insert(db, 'messages', buildMessages(app, Math.ceil(count / 100)))
    return succeed(undefined)
  })
  await analyzeTables(app)
  return sentence
}

/** What a database finds out about its rows by itself, in its first night. */
async function analyzeTables({ db }: App): Promise<void> {
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.read)
  else
    await db.write(async (writing) => {
      await sql`analyze`.execute(writing)
      return succeed(undefined)
    })
}

/** Inserts rows by the hundred; a statement is compiled once for its number of rows. */
function createInserter(app: App) {
  const compiled = new Map<string, CompiledQuery>()
  return async <Table extends keyof Tables>(
    db: Queries,
    table: Table,
    rows: readonly Insertable<Tables[Table]>[],
  ): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {}).length
    const size = Math.floor(MAX_VALUES / Math.max(1, columns))
    for (let from = 0; from < rows.length; from += size) {
      const some = rows.slice(from, from + size)
      const shape = `${table} ${some.length}`
      const query =
        compiled.get(shape) ??
        app.db.read
          .insertInto(table)
          .values(some as never)
          .compile()
      compiled.set(shape, query)
      await db.executeQuery({ ...query, parameters: some.flatMap((row) => Object.values(row as object)) })
    }
  }
}

/** Questions of the last year; the latest are still open. */
function buildMessages(app: App, count: number): Tables['messages'][] {
  return Array.from({ length: count }, (_, number) => {
    const at = instant(app.now() - Math.floor(((count - number) * 365 * DAY_MS) / count))
    const person = { name: `Asker ${number}`, email: `asker${number}@example.com` }
    const body = 'Is there a desk free next week?'
    return {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      digest: `sample ${number}`,
      ...person,
      phone: null,
      location_id: null,
      body,
      search: toSearchText(person.name, person.email, body),
      created_at: at,
      handled_at: number < count - OPEN_MESSAGES ? at : null,
    }
  })
}
