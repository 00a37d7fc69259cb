import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, type Queries, runTransaction } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { isOldMigration, LATEST_MIGRATION } from './migrations.ts'
import type { Tables } from './schema.ts'
import { TABLE_KEYS, TABLES } from './tables.ts'

/** Its message is shown to the operator. */
export class ArchiveError extends Error {}
export const INCOMPLETE_BACKUP = 'The backup is incomplete or was changed. Nothing was restored.'

/** Rows per table and the sums of all payments and bills, by which two copies are compared. */
interface DatabaseContents {
  rows: Partial<Record<keyof Tables, number>>
  paisa: number
  billPaisa: number
}

/** Sessions and rate limits belong to one server at one moment. */
const EXCLUDED_TABLES: readonly (keyof Tables)[] = [
  'sessions',
  'session_ends',
  'login_attempts',
  'rate_limit_buckets',
  // Their files are not in the archive.
  'month_archives',
]
const ARCHIVED_TABLES = TABLES.filter((table) => !EXCLUDED_TABLES.includes(table))
const FORMAT = 1
const CHUNK_SIZE = 500
/** For rows with an image. */
const SMALL_CHUNK_SIZE = 20

type Row = Record<string, unknown>

/** Yields a snapshot as JSON lines: a header, the rows, and a footer with counts and a digest that detects changes. */
export async function* writeArchive(db: Database, now: number): AsyncGenerator<string> {
  const hash = createHash('sha256')
  yield JSON.stringify({ format: FORMAT, schema: LATEST_MIGRATION, made: new Date(now).toISOString() })
  const snapshot = await db.snapshot()
  try {
    for (const table of ARCHIVED_TABLES) {
      for await (const row of readTableRows(snapshot.db, table)) {
        const line = JSON.stringify([table, row], encodeBytes)
        hash.update(line)
        yield line
      }
    }
    yield JSON.stringify({ ...(await readContents(snapshot.db)), digest: hash.digest('base64url') })
  } finally {
    await snapshot.end()
  }
}

/** Fills an empty database in one transaction. Throws an `ArchiveError` for lines that are incomplete or changed. */
export async function restoreArchive(db: Database, lines: AsyncIterable<string>): Promise<DatabaseContents> {
  return runTransaction(db, async (transaction) => {
    for (const table of TABLES)
      if (await transaction.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
        throw new ArchiveError(`The database is not empty: it has rows in ${table}. Restore into an empty one.`)
    return insertArchive(transaction, lines)
  })
}

export async function readContents(db: Queries): Promise<DatabaseContents> {
  const rows: DatabaseContents['rows'] = {}
  for (const table of ARCHIVED_TABLES) {
    const { count } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    rows[table] = Number(count)
  }
  const { paisa } = await db
    .selectFrom('payments')
    .select((row) => row.fn.sum('amount').as('paisa'))
    .executeTakeFirstOrThrow()
  const { billPaisa } = await db
    .selectFrom('bills')
    .select((row) => row.fn.sum('gross').as('billPaisa'))
    .executeTakeFirstOrThrow()
  return { rows, paisa: Number(paisa ?? 0), billPaisa: Number(billPaisa ?? 0) }
}

async function insertArchive(db: Queries, lines: AsyncIterable<string>): Promise<DatabaseContents> {
  const hash = createHash('sha256')
  let header: { format?: number; schema?: string } | undefined
  let footer: { digest: string } | undefined
  let batch: { table: keyof Tables; rows: Row[] } | undefined
  const write = async () => {
    if (!batch) return
    const { table, rows } = batch
    batch = undefined
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
      .catch((cause) => {
        // Any other error is a reference to a missing row or a duplicate.
        const isUnavailable = cause instanceof DatabaseUnavailable
        throw new ArchiveError(isUnavailable ? `${cause.message}. Nothing was restored.` : INCOMPLETE_BACKUP, { cause })
      })
  }
  for await (const line of lines) {
    const read = parseLine(line)
    if (!header) header = checkHeader(read)
    else if (Array.isArray(read)) {
      const [table, row] = read as [keyof Tables, Row]
      hash.update(line)
      if (batch && (batch.table !== table || batch.rows.length >= getChunkSize(table))) await write()
      batch ??= { table, rows: [] }
      batch.rows.push(row)
    } else footer = read as { digest: string }
  }
  await write()
  return checkFooter(footer, hash, await readContents(db))
}

function checkHeader(read: unknown): { format?: number; schema?: string } {
  const header = read as { format?: number; schema?: string }
  if (header?.format !== FORMAT) throw new ArchiveError('This file is not a backup of this software.')
  if (isOldMigration(String(header.schema)))
    throw new ArchiveError(
      `The backup was made by an earlier version (${header.schema}), which this version cannot restore. Use the version that made it, or start with an empty database.`,
    )
  if (header.schema !== LATEST_MIGRATION)
    throw new ArchiveError(
      `The backup is of version ${header.schema}, this is version ${LATEST_MIGRATION}: restore it with the release that made it, then upgrade.`,
    )
  return header
}

function checkFooter(footer: { digest: string } | undefined, hash: Hash, contents: DatabaseContents): DatabaseContents {
  const { digest, ...counted } = footer ?? { digest: '' }
  if (digest !== hash.digest('base64url') || JSON.stringify(counted) !== JSON.stringify(contents))
    throw new ArchiveError(INCOMPLETE_BACKUP)
  return contents
}

/** Reads in chunks by key, so that memory does not grow with the table. */
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

const getChunkSize = (table: keyof Tables): number => (table === 'receipts' ? SMALL_CHUNK_SIZE : CHUNK_SIZE)

/** `value` is already the result of the buffer's `toJSON`. */
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
