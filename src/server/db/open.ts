import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { withWriteCheck } from './write-check.ts'

type DatabaseLocation = { file: string } | { url: string }

export const getDatabaseLocation = ({
  databaseUrl,
  dataDir,
}: Pick<Env, 'databaseUrl' | 'dataDir'>): DatabaseLocation =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'chautari.sqlite') }

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return withWriteCheck('url' in location ? await openPostgres(location.url) : await openSqlite(location.file))
}

/** Opens a database without migrating it, for the build. Undefined without a SQLite file. */
export function readDatabase(location: DatabaseLocation): Pick<Database, 'read' | 'close'> | undefined {
  if ('url' in location) return readPostgres(location.url)
  return existsSync(location.file) ? readSqlite(location.file) : undefined
}
