import type { Database } from '../db/database.ts'
import { OldDatabase } from '../db/migrations.ts'
import { getDatabaseLocation, openDatabase } from '../db/open.ts'
import type { Env } from '../env.ts'
import { stop } from '../log/stop.ts'

/** Exits with the reason when the database is too old. */
export const openOrStop = (env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<Database> =>
  openDatabase(getDatabaseLocation(env)).catch((error) => {
    if (error instanceof OldDatabase) return stop(error.message)
    throw error
  })
