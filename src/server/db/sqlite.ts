import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { Outcome } from '#contract/failure.ts'
import type { OpenedDatabase, Queries, WriteJob } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'

/** SQLite's primary result codes: busy, read-only, an I/O error, full and unable to open. */
const UNAVAILABLE_CODES = [5, 8, 10, 13, 14]

/** WAL and `synchronous=FULL`, so that a commit survives a power cut. A second connection reads commits only. */
export async function openSqlite(file: string): Promise<OpenedDatabase> {
  mkdirSync(dirname(file), { recursive: true })
  const writeConnection = connect(file)
  const writer = createQueries(writeConnection)
  await migrateInTransaction(writeConnection, writer)
  const readConnection = connect(file)
  readConnection.exec('pragma query_only = on')
  const reader = createQueries(readConnection)
  const queue = new WriteQueue(writeConnection, writer)
  return {
    engine: 'sqlite',
    read: reader,
    write: (job) => queue.write(job),
    snapshot: async () => {
      const transaction = await reader.startTransaction().execute()
      return { db: transaction, end: () => transaction.rollback().execute() }
    },
    close: async () => {
      await queue.idle()
      await reader.destroy()
      await writer.destroy()
    },
  }
}

/** Opens an existing file without migrating it. */
export function readSqlite(file: string): Pick<OpenedDatabase, 'read' | 'close'> {
  const read = createQueries(new DatabaseSync(file, { readOnly: true }))
  return { read, close: () => read.destroy() }
}

/** One transaction, so that a killed process leaves the old schema. */
async function migrateInTransaction(connection: DatabaseSync, db: Queries): Promise<void> {
  connection.exec('begin immediate')
  try {
    await migrate(db)
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    connection.close()
    throw error
  }
}

function connect(file: string): DatabaseSync {
  const connection = new DatabaseSync(file)
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
  )
  return connection
}

/** Adapts Node's connection to Kysely, which expects better-sqlite3. Each statement is prepared once. */
function createQueries(connection: DatabaseSync): Kysely<Tables> {
  const statements = new Map<string, ReturnType<typeof toKyselyStatement>>()
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        prepare: (sql) => {
          let prepared = statements.get(sql)
          if (!prepared) {
            prepared = toKyselyStatement(connection.prepare(sql))
            statements.set(sql, prepared)
          }
          return prepared
        },
        close: () => connection.close(),
      },
    }),
  })
}

function toKyselyStatement(prepared: StatementSync) {
  type Values = Parameters<StatementSync['all']>
  return {
    reader: prepared.columns().length > 0,
    all: (values: readonly unknown[]) => withUnavailableError(() => prepared.all(...(values as Values))),
    run: (values: readonly unknown[]) => withUnavailableError(() => prepared.run(...(values as Values))),
    iterate: (values: readonly unknown[]) => prepared.iterate(...(values as Values)),
  }
}

function withUnavailableError<Value>(run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    // The lowest byte of an extended result code is the primary code.
    const code = (error as { errcode?: number }).errcode ?? 0
    throw UNAVAILABLE_CODES.includes(code & 0xff) ? new DatabaseUnavailable(error) : error
  }
}

interface QueuedWrite {
  job: WriteJob<unknown>
  resolve: (outcome: Outcome<unknown>) => void
  reject: (error: unknown) => void
}

/** Writes that arrive together share one commit. Each runs in its own savepoint and resolves after the commit. */
class WriteQueue {
  readonly #connection: DatabaseSync
  readonly #db: Queries
  #waiting: QueuedWrite[] = []
  #draining: Promise<void> | undefined

  constructor(connection: DatabaseSync, db: Queries) {
    this.#connection = connection
    this.#db = db
  }

  write<Value>(job: WriteJob<Value>): Promise<Outcome<Value>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve: resolve as QueuedWrite['resolve'], reject })
      this.#draining ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that the event loop reads in the same turn join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#commit(this.#waiting.splice(0))
    }
    this.#draining = undefined
  }

  async #commit(batch: QueuedWrite[]): Promise<void> {
    const responses: (() => void)[] = []
    try {
      withUnavailableError(() => this.#connection.exec('begin immediate'))
      for (const write of batch) responses.push(await this.#run(write))
      withUnavailableError(() => this.#connection.exec('commit'))
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      for (const { reject } of batch) reject(error)
      return
    }
    for (const respond of responses) respond()
  }

  async #run({ job, resolve, reject }: QueuedWrite): Promise<() => void> {
    this.#connection.exec('savepoint job')
    try {
      const outcome = await job(this.#db)
      this.#connection.exec(outcome.ok ? 'release job' : 'rollback to job; release job')
      return () => resolve(outcome)
    } catch (error) {
      // A full disk or an I/O error rolls back the transaction, so the batch fails.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => reject(error)
    }
  }
}
