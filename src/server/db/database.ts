import type { Kysely } from 'kysely'
import type { Outcome } from '#contract/failure.ts'
import type { Tables } from './schema.ts'

export type Queries = Kysely<Tables>
/** A piece of writing. An expected failure leaves nothing behind: what it wrote is rolled back. */
export type WriteJob<Value> = (db: Queries) => Promise<Outcome<Value>>

/** One set of queries, two engines. Reads see committed rows only; a write that was answered is on disk. */
export interface Database {
  engine: 'sqlite' | 'postgres'
  read: Queries
  /** Throws `DatabaseUnavailable` while the database cannot serve. */
  write<Value>(job: WriteJob<Value>): Promise<Outcome<Value>>
  /** An unchanging view of everything, for a backup; reads and writes continue meanwhile. */
  snapshot(): Promise<{ db: Queries; end(): Promise<unknown> }>
  /** Throws while the database cannot be read, or, after a write that it could not store, not written. */
  check(): Promise<void>
  close(): Promise<void>
}
export type OpenedDatabase = Omit<Database, 'check'>

/** A row changed between reading and writing: the job is run again on engines where that can happen. */
export class Conflict extends Error {}
