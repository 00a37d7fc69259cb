import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'
import { openSqlite, readSqlite } from './sqlite.ts'
import { withWriteCheck } from './write-check.ts'

type DatabaseLocation = { file: string } | { url: string }

export const getDatabaseLocation = ({
  databaseUrl,
  dataDir,
}: Pick<Env, 'databaseUrl' | 'dataDir'>): DatabaseLocation =>
  databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'chautari.sqlite') }

/** The driver of PostgreSQL takes 5 MB, so it is loaded only where it is used. */
const loadPostgres = () => import('./postgres.ts')

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('file' in location) return withWriteCheck(await openSqlite(location.file))
  const { openPostgres } = await loadPostgres()
  return withWriteCheck(await openPostgres(location.url))
}

/** Opens a database without migrating it, for the build. Undefined without a SQLite file. */
export async function readDatabase(location: DatabaseLocation): Promise<Pick<Database, 'read' | 'close'> | undefined> {
  if ('url' in location) return (await loadPostgres()).readPostgres(location.url)
  return existsSync(location.file) ? readSqlite(location.file) : undefined
}
