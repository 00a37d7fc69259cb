import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { succeed } from '#contract/failure.ts'
import type { Database, Queries } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { LATEST_MIGRATION } from './migrations.ts'
import type { Tables } from './schema.ts'
import { TABLE_KEYS, TABLES } from './tables.ts'

/** What cannot be restored, in a sentence for who tried. */
export class ArchiveError extends Error {}
export const INCOMPLETE_BACKUP = 'The backup is cut off or was changed: nothing was restored.'

/** How many rows each table has, and the money that was ever asked for, in paisa: what two copies are compared by. */
export interface DatabaseContents {
  rows: Partial<Record<keyof Tables, number>>
  paisa: number
}

/** Who is signed in, or was until lately, and who tried, is of this moment and this server. */
const EXCLUDED_TABLES: readonly (keyof Tables)[] = ['sessions', 'session_ends', 'login_attempts', 'call_buckets']
const ARCHIVED_TABLES = TABLES.filter((table) => !EXCLUDED_TABLES.includes(table))
const FORMAT = 1
const CHUNK_SIZE = 500
/** Rows that carry a picture. */
const SMALL_CHUNK_SIZE = 20

type Row = Record<string, unknown>

/**
 * Everything that is kept, as lines of JSON: a head, the rows of each table, and a foot with counts and a digest by which
 * a file that is cut off or changed is known. Of one instant, whatever is written meanwhile. The same lines for both
 * engines: what one wrote the other reads.
 */
export async function* writeArchive(db: Database, now: number): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const rows: DatabaseContents['rows'] = {}
  yield JSON.stringify({ format: FORMAT, schema: LATEST_MIGRATION, made: new Date(now).toISOString() })
  const snapshot = await db.snapshot()
  try {
    for (const table of ARCHIVED_TABLES) {
      rows[table] = 0
      for await (const row of readTableRows(snapshot.db, table)) {
        const line = JSON.stringify([table, row], encodeBytes)
        hash.update(line)
        rows[table]++
        yield line
      }
    }
    yield JSON.stringify({ rows, paisa: await sumPaymentAmounts(snapshot.db), digest: hash.digest('base64url') })
  } finally {
    await snapshot.end()
  }
}

/** Fills an empty database, all or nothing. Throws an `ArchiveProblem` and leaves it empty where the lines are not whole. */
export async function restoreArchive(db: Database, lines: AsyncIterable<string>): Promise<DatabaseContents> {
  const outcome = await db.write(async (writing) => {
    for (const table of TABLES)
      if (await writing.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
        throw new ArchiveError(`The database is not empty: it has rows in ${table}. Restore into an empty one.`)
    return succeed(await insertArchive(writing, lines))
  })
  if (!outcome.ok) throw new Error('a restoration has no expected failures')
  return outcome.value
}

/** What a database holds now. */
export async function readContents(db: Queries): Promise<DatabaseContents> {
  const rows: DatabaseContents['rows'] = {}
  for (const table of ARCHIVED_TABLES) {
    const { count } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    rows[table] = Number(count)
  }
  return { rows, paisa: await sumPaymentAmounts(db) }
}

async function insertArchive(db: Queries, lines: AsyncIterable<string>): Promise<DatabaseContents> {
  const hash = createHash('sha256')
  let head: { format?: number; schema?: string } | undefined
  let foot: { digest: string } | undefined
  let waiting: { table: keyof Tables; rows: Row[] } | undefined
  const write = async () => {
    if (!waiting) return
    const { table, rows } = waiting
    waiting = undefined
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
      .catch((cause) => {
        // Else a row that refers to a missing one, or occurs twice.
        const isUnavailable = cause instanceof DatabaseUnavailable
        throw new ArchiveError(isUnavailable ? `${cause.message}. Nothing was restored.` : INCOMPLETE_BACKUP, { cause })
      })
  }
  for await (const line of lines) {
    const read = parseLine(line)
    if (!head) head = checkHeader(read)
    else if (Array.isArray(read)) {
      const [table, row] = read as [keyof Tables, Row]
      hash.update(line)
      if (waiting && (waiting.table !== table || waiting.rows.length >= getChunkSize(table))) await write()
      waiting ??= { table, rows: [] }
      waiting.rows.push(row)
    } else foot = read as { digest: string }
  }
  await write()
  return checkFooter(foot, hash, await readContents(db))
}

function checkHeader(read: unknown): { format?: number; schema?: string } {
  const head = read as { format?: number; schema?: string }
  if (head?.format !== FORMAT) throw new ArchiveError('This file is no backup of this product.')
  if (head.schema !== LATEST_MIGRATION)
    throw new ArchiveError(
      `The backup is of version ${head.schema}, this is version ${LATEST_MIGRATION}: restore it with the release that made it, then upgrade.`,
    )
  return head
}

function checkFooter(foot: { digest: string } | undefined, hash: Hash, contents: DatabaseContents): DatabaseContents {
  const { digest, ...told } = foot ?? { digest: '' }
  if (digest !== hash.digest('base64url') || JSON.stringify(told) !== JSON.stringify(contents))
    throw new ArchiveError(INCOMPLETE_BACKUP)
  return contents
}

/** By their key, some at a time: a backup needs no memory for all of them. */
async function* readTableRows(db: Queries, table: keyof Tables): AsyncGenerator<Row> {
  const keys: readonly string[] = TABLE_KEYS[table]
  const names = sql.join(keys.map((key) => sql.ref(key)))
  const limit = getChunkSize(table)
  let last: Row | undefined
  for (;;) {
    const after = last ? sql`where (${names}) > (${sql.join(keys.map((key) => last?.[key]))})` : sql``
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${names} limit ${sql.lit(limit)}`.execute(db)
    yield* rows
    last = rows.at(-1)
    if (rows.length < limit) return
  }
}

const getChunkSize = (table: keyof Tables): number => (table === 'payment_evidence' ? SMALL_CHUNK_SIZE : CHUNK_SIZE)

async function sumPaymentAmounts(db: Queries): Promise<number> {
  const { paisa } = await db
    .selectFrom('payments')
    .select((row) => row.fn.sum('amount').as('paisa'))
    .executeTakeFirstOrThrow()
  return Number(paisa ?? 0)
}

/** A buffer is already an object of its own kind when JSON asks for it. */
function encodeBytes(this: Row, key: string, value: unknown): unknown {
  const raw = this[key]
  return raw instanceof Uint8Array ? { bytes: Buffer.from(raw).toString('base64') } : value
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line, (_, value) =>
      typeof value?.bytes === 'string' && Object.keys(value).length === 1 ? Buffer.from(value.bytes, 'base64') : value,
    )
  } catch {
    throw new ArchiveError(INCOMPLETE_BACKUP)
  }
}
