import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Outcome } from '#contract/failure.ts'
import type { Env } from '../env.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite, readSqlite } from './sqlite.ts'

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

export type Place = { file: string } | { url: string }

export const placeOf = ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Place =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'chautari.sqlite') }

/** `file` is a path or `:memory:`-like name for SQLite; `url` moves the same queries to PostgreSQL. */
export function openDatabase(where: Place): Promise<Database> {
  return 'url' in where ? openPostgres(where.url) : openSqlite(where.file)
}

/** For the build, which only looks; undefined where there is no database yet. */
export function readDatabase(where: Place): Pick<Database, 'read' | 'close'> | undefined {
  if ('url' in where) return readPostgres(where.url)
  return existsSync(where.file) ? readSqlite(where.file) : undefined
}
