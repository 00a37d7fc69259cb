import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { withWriteCheck } from './write-check.ts'

export type DatabaseLocation = { file: string } | { url: string }

export const getDatabaseLocation = ({
  databaseUrl,
  dataDir,
}: Pick<Env, 'databaseUrl' | 'dataDir'>): DatabaseLocation =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'chautari.sqlite') }

/** `file` is a path or `:memory:`-like name for SQLite; `url` moves the same queries to PostgreSQL. */
export async function openDatabase(where: DatabaseLocation): Promise<Database> {
  return withWriteCheck('url' in where ? await openPostgres(where.url) : await openSqlite(where.file))
}

/** For the build, which only looks; undefined where there is no database yet. */
export function readDatabase(where: DatabaseLocation): Pick<Database, 'read' | 'close'> | undefined {
  if ('url' in where) return readPostgres(where.url)
  return existsSync(where.file) ? readSqlite(where.file) : undefined
}
