import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Outcome } from '#contract/failure.ts'
import type { Env } from '../env.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { checked } from './write-check.ts'

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

export type Place = { file: string } | { url: string }

export const placeOf = ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Place =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'chautari.sqlite') }

/** `file` is a path or `:memory:`-like name for SQLite; `url` moves the same queries to PostgreSQL. */
export async function openDatabase(where: Place): Promise<Database> {
  return checked('url' in where ? await openPostgres(where.url) : await openSqlite(where.file))
}

/** For the build, which only looks; undefined where there is no database yet. */
export function readDatabase(where: Place): Pick<Database, 'read' | 'close'> | undefined {
  if ('url' in where) return readPostgres(where.url)
  return existsSync(where.file) ? readSqlite(where.file) : undefined
}
