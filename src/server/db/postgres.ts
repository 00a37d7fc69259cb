import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Outcome } from '#contract/failure.ts'
import { Conflict, type OpenedDatabase, type WriteJob } from './database.ts'
import { ConnectionLost, DatabaseUnavailable } from './errors.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'

const BIGINT = 20
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Two transactions inserted the same key; the retry finds it. */
const UNIQUE_VIOLATION = '23505'
const MAX_ATTEMPTS = 5

/** Connection exceptions, and a server that is shutting down or starting. */
const CONNECTION_LOST = /^(08|57P0)/
/** Insufficient resources such as disk space, system errors, a statement timeout, and a standby that only reads. */
const UNAVAILABLE_STATES = /^(53|58|57014|25006)/

/** Gives the pool time to notice its other broken connections. */
const RETRY_MS = 200
const STATEMENT_TIMEOUT_MS = 10_000
/** Ends a query to a server that has stopped responding. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000

/** Runs each write in a transaction, which is retried after a conflict. */
export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const pool = openPool(url)
  const db = createQueries({ connect: () => acquireConnection(pool), end: () => pool.end() })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    engine: 'postgres',
    read: createReader(pool),
    write: (job) => runWrite(db, job),
    snapshot: async () => {
      const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute()
      return { db: transaction, end: () => transaction.rollback().execute() }
    },
    close: () => db.destroy(),
  }
}

export function readPostgres(url: string): Pick<OpenedDatabase, 'read' | 'close'> {
  const pool = openPool(url)
  return { read: createReader(pool), close: () => pool.end() }
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Includes the wait for a free connection under load.
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    // Paisa stay below 2^53.
    types: { getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)) },
  })
  // The pool replaces a lost idle connection. Without a listener the event ends the process.
  pool.on('error', () => {})
  // The pool removes its listener too early; the next query reports the lost connection.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A `ConnectionLost` means that nothing was committed. */
async function acquireConnection(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error) => {
    throw toUnavailableError(error) ?? new DatabaseUnavailable(error)
  })
  let broken: DatabaseUnavailable | undefined
  const onError = (error: Error): void => {
    broken ??= new ConnectionLost(error)
  }
  client.on('error', onError)
  const query = async (text: string, parameters: unknown[]): Promise<unknown> => {
    if (broken) throw broken
    try {
      return await client.query(text, parameters)
    } catch (error) {
      if (isStatementError(error)) throw toUnavailableError(error) ?? error
      // The outcome of a COMMIT that was sent is unknown.
      broken = text === 'commit' ? new DatabaseUnavailable(error) : toUnavailableError(error)
      throw broken
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => {
      client.release(destroy || broken !== undefined)
      client.off('error', onError)
    },
  }
}

/** Each query uses its own connection, so that it can be retried on another. */
function createReader(pool: pg.Pool): Kysely<Tables> {
  const query = async (text: string, parameters: unknown[]): Promise<unknown> => {
    const once = async (): Promise<unknown> => {
      const client = await acquireConnection(pool)
      return client.query(text, parameters).finally(() => client.release())
    }
    return once().catch(async (error) => {
      if (!(error instanceof ConnectionLost)) throw error
      await wait(RETRY_MS)
      return once()
    })
  }
  const client: PostgresPoolClient = { query: query as PostgresPoolClient['query'], release: () => {} }
  return createQueries({ connect: async () => client, end: () => pool.end() })
}

const createQueries = (pool: Omit<PostgresPool, 'options'>): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...pool, options: {} } }) })

/** Retries a conflict, and a lost connection once, as it may be a restart. */
async function runWrite<Value>(db: Kysely<Tables>, job: WriteJob<Value>): Promise<Outcome<Value>> {
  let reconnected = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const outcome = await job(transaction)
        if (!outcome.ok) throw new RollbackError(outcome)
        return outcome
      })
    } catch (error) {
      if (error instanceof RollbackError) return error.outcome
      if (error instanceof ConnectionLost) {
        if (reconnected) throw error
        reconnected = true
        await wait(RETRY_MS)
      } else if (attempt === MAX_ATTEMPTS || !canRetry(error)) throw error
    }
  }
}

function canRetry(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof Conflict || [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION].includes(code)
}

/** Whether the connection can still be used. */
const isStatementError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof pg.DatabaseError && !CONNECTION_LOST.test(error.code ?? ''))

/** Undefined for an error of the statement itself. */
function toUnavailableError(error: unknown): DatabaseUnavailable | undefined {
  if (isStatementError(error))
    return UNAVAILABLE_STATES.test((error as pg.DatabaseError).code ?? '') ? new DatabaseUnavailable(error) : undefined
  // A server that timed out is not retried.
  return /timeout/.test((error as Error).message) ? new DatabaseUnavailable(error) : new ConnectionLost(error)
}

class RollbackError extends Error {
  readonly outcome: { ok: false; failure: never }
  constructor(outcome: Outcome<unknown>) {
    super('undo')
    this.outcome = outcome as { ok: false; failure: never }
  }
}
