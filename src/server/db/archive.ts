import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { succeed } from '#contract/failure.ts'
import type { Database, Queries } from './database.ts'
import { LATEST_MIGRATION } from './migrations.ts'
import type { Tables } from './schema.ts'
import { TABLE_KEYS, TABLES } from './tables.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** What cannot be restored, in a sentence for who tried. */
export class ArchiveProblem extends Error {}
export const NOT_WHOLE = 'The backup is cut off or was changed: nothing was restored.'

/** How many rows each table has, and the money that was ever asked for, in paisa: what two copies are compared by. */
export interface Contents {
  rows: Partial<Record<keyof Tables, number>>
  paisa: number
}

/** Who is signed in, or was until lately, and who tried, is of this moment and this server. */
const LEFT_OUT: readonly (keyof Tables)[] = ['sessions', 'session_ends', 'login_attempts', 'call_buckets']
const KEPT = TABLES.filter((table) => !LEFT_OUT.includes(table))
const FORMAT = 1
const CHUNK = 500
/** Rows that carry a picture. */
const SMALL_CHUNK = 20

type Row = Record<string, unknown>

/**
 * Everything that is kept, as lines of JSON: a head, the rows of each table, and a foot with counts and a digest by which
 * a file that is cut off or changed is known. Of one instant, whatever is written meanwhile. The same lines for both
 * engines: what one wrote the other reads.
 */
export async function* archive(db: Database, now: number): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const rows: Contents['rows'] = {}
  yield JSON.stringify({ format: FORMAT, schema: LATEST_MIGRATION, made: new Date(now).toISOString() })
  const snapshot = await db.snapshot()
  try {
    for (const table of KEPT) {
      rows[table] = 0
      for await (const row of rowsOf(snapshot.db, table)) {
        const line = JSON.stringify([table, row], withBytes)
        hash.update(line)
        rows[table]++
        yield line
      }
    }
    yield JSON.stringify({ rows, paisa: await paisaOf(snapshot.db), digest: hash.digest('base64url') })
  } finally {
    await snapshot.end()
  }
}

/** Fills an empty database, all or nothing. Throws an `ArchiveProblem` and leaves it empty where the lines are not whole. */
export async function restore(db: Database, lines: AsyncIterable<string>): Promise<Contents> {
  const outcome = await db.write(async (writing) => {
    for (const table of TABLES)
      if (await writing.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
        throw new ArchiveProblem(`The database is not empty: it has rows in ${table}. Restore into an empty one.`)
    return succeed(await fill(writing, lines))
  })
  if (!outcome.ok) throw new Error('a restoration has no expected failures')
  return outcome.value
}

/** What a database holds now. */
export async function contentsOf(db: Queries): Promise<Contents> {
  const rows: Contents['rows'] = {}
  for (const table of KEPT) {
    const { count } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    rows[table] = Number(count)
  }
  return { rows, paisa: await paisaOf(db) }
}

async function fill(db: Queries, lines: AsyncIterable<string>): Promise<Contents> {
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
        throw new ArchiveProblem(isUnavailable ? `${cause.message}. Nothing was restored.` : NOT_WHOLE, { cause })
      })
  }
  for await (const line of lines) {
    const read = parsed(line)
    if (!head) head = checkedHead(read)
    else if (Array.isArray(read)) {
      const [table, row] = read as [keyof Tables, Row]
      hash.update(line)
      if (waiting && (waiting.table !== table || waiting.rows.length >= chunkOf(table))) await write()
      waiting ??= { table, rows: [] }
      waiting.rows.push(row)
    } else foot = read as { digest: string }
  }
  await write()
  return checkedFoot(foot, hash, await contentsOf(db))
}

function checkedHead(read: unknown): { format?: number; schema?: string } {
  const head = read as { format?: number; schema?: string }
  if (head?.format !== FORMAT) throw new ArchiveProblem('This file is no backup of this product.')
  if (head.schema !== LATEST_MIGRATION)
    throw new ArchiveProblem(
      `The backup is of version ${head.schema}, this is version ${LATEST_MIGRATION}: restore it with the release that made it, then upgrade.`,
    )
  return head
}

function checkedFoot(foot: { digest: string } | undefined, hash: Hash, contents: Contents): Contents {
  const { digest, ...told } = foot ?? { digest: '' }
  if (digest !== hash.digest('base64url') || JSON.stringify(told) !== JSON.stringify(contents))
    throw new ArchiveProblem(NOT_WHOLE)
  return contents
}

/** By their key, some at a time: a backup needs no memory for all of them. */
async function* rowsOf(db: Queries, table: keyof Tables): AsyncGenerator<Row> {
  const keys: readonly string[] = TABLE_KEYS[table]
  const names = sql.join(keys.map((key) => sql.ref(key)))
  const limit = chunkOf(table)
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

const chunkOf = (table: keyof Tables): number => (table === 'payment_evidence' ? SMALL_CHUNK : CHUNK)

async function paisaOf(db: Queries): Promise<number> {
  const { paisa } = await db
    .selectFrom('payments')
    .select((row) => row.fn.sum('amount').as('paisa'))
    .executeTakeFirstOrThrow()
  return Number(paisa ?? 0)
}

/** A buffer is already an object of its own kind when JSON asks for it. */
function withBytes(this: Row, key: string, value: unknown): unknown {
  const raw = this[key]
  return raw instanceof Uint8Array ? { bytes: Buffer.from(raw).toString('base64') } : value
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line, (_, value) =>
      typeof value?.bytes === 'string' && Object.keys(value).length === 1 ? Buffer.from(value.bytes, 'base64') : value,
    )
  } catch {
    throw new ArchiveProblem(NOT_WHOLE)
  }
}
