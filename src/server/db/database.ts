import type { Kysely } from 'kysely'
import type { Outcome } from '#contract/failure.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export type Queries = Kysely<Tables>
/** A piece of writing. An expected failure leaves nothing behind: what it wrote is rolled back. */
export type WriteJob<Value> = (db: Queries) => Promise<Outcome<Value>>

/** One set of queries, two engines. Reads see committed rows only; a write that was answered is on disk. */
export interface Database {
  engine: 'sqlite' | 'postgres'
  read: Queries
  write<Value>(job: WriteJob<Value>): Promise<Outcome<Value>>
  close(): Promise<void>
}

/** A row changed between reading and writing: the job is run again on engines where that can happen. */
export class Conflict extends Error {}

/** `file` is a path or `:memory:`-like name for SQLite; `url` moves the same queries to PostgreSQL. */
export function openDatabase(where: { file: string } | { url: string }): Promise<Database> {
  return 'url' in where ? openPostgres(where.url) : openSqlite(where.file)
}
