import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { checked } from './write-check.ts'

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
