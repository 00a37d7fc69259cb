import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Env } from '../env.ts'
import { stop } from '../log/stop.ts'

const SQLITE_BUSY = 5

/** Referenced for as long as the process runs: a lock that is garbage collected would be released. */
const locks = new Set<DatabaseSync>()

/** Locks a folder until the process ends, even by `kill -9`. Returns the holder when another process has the lock. */
export function lockFolder(folder: string, name = 'lock'): string | undefined {
  mkdirSync(folder, { recursive: true })
  const holder = join(folder, `${name}.txt`)
  const database = new DatabaseSync(join(folder, `${name}.sqlite`), { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    return readHolder(holder)
  }
  locks.add(database)
  writeFileSync(holder, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`)
  return undefined
}

/** Exits when another process uses the SQLite folder. PostgreSQL serves several processes. */
export function reserveDataDir({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): void {
  const holder = databaseUrl ? undefined : lockFolder(dataDir)
  if (holder !== undefined)
    stop(`DATA_DIR "${dataDir}" is in use by ${holder}. Stop that process first, or set DATABASE_URL to run several.`)
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'another process'
  }
}
