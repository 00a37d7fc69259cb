import type { Kysely } from 'kysely'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { Tables } from './schema.ts'

export type Queries = Kysely<Tables>
/** Runs in a transaction that an expected failure rolls back. */
export type WriteJob<Value> = (db: Queries) => Promise<Outcome<Value>>

/** Reads see committed rows only; a write that returned is on disk. */
export interface Database {
  engine: 'sqlite' | 'postgres'
  read: Queries
  /** Throws `DatabaseUnavailable` while the database cannot serve. */
  write<Value>(job: WriteJob<Value>): Promise<Outcome<Value>>
  /** A consistent view for a backup, which blocks no reads or writes. */
  snapshot(): Promise<{ db: Queries; end(): Promise<unknown> }>
  /** Throws while the database cannot be read, or, after a write that it could not store, not written. */
  check(): Promise<void>
  close(): Promise<void>
}
export type OpenedDatabase = Omit<Database, 'check'>

/** Runs a write job that has no expected failure and returns its value. */
export async function runTransaction<Value>(
  db: Pick<Database, 'write'>,
  job: (db: Queries) => Promise<Value>,
): Promise<Value> {
  const outcome = await db.write(async (queries) => succeed(await job(queries)))
  if (!outcome.ok) throw new Error('a write job without failures failed')
  return outcome.value
}

/** A row changed between reading and writing. PostgreSQL runs the job again. */
export class Conflict extends Error {}
