import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Outcome } from '#contract/failure.ts'
import { Conflict, type Database, type WriteJob } from './database.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'

const BIGINT = 20
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Two looked whether something is there before either wrote it: asked again, the second finds it. */
const UNIQUE_VIOLATION = '23505'
const TRIES = 5

/** PostgreSQL: every write is a transaction of its own in a pool, asked again where two got in each other's way. */
export async function openPostgres(url: string): Promise<Database> {
  const db = connect(url)
  await migrate(db)
  return { engine: 'postgres', read: db, write: (job) => write(db, job), close: () => db.destroy() }
}

/** Rows as they are: nothing is brought into another shape. */
export function readPostgres(url: string): Pick<Database, 'read' | 'close'> {
  const read = connect(url)
  return { read, close: () => read.destroy() }
}

function connect(url: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    // Paisa stay far below 2^53.
    types: { getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)) },
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function write<Value>(db: Kysely<Tables>, job: WriteJob<Value>): Promise<Outcome<Value>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const outcome = await job(transaction)
        if (!outcome.ok) throw new Undo(outcome)
        return outcome
      })
    } catch (error) {
      if (error instanceof Undo) return error.outcome
      if (attempt === TRIES || !canBeAskedAgain(error)) throw error
    }
  }
}

function canBeAskedAgain(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof Conflict || [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION].includes(code)
}

/** Carries an expected failure out of a transaction that must be rolled back. */
class Undo extends Error {
  readonly outcome: { ok: false; failure: never }
  constructor(outcome: Outcome<unknown>) {
    super('undo')
    this.outcome = outcome as { ok: false; failure: never }
  }
}
