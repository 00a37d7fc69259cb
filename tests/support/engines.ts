import { copyFileSync, rmSync } from 'node:fs'
import { inject } from 'vitest'
import { getDatabaseLocation } from '#server/db/open.ts'
import { administer, newFolder, newName, urlOf } from './databases.ts'
import { IS_EVERYDAY } from './everyday.ts'

export type Engine = 'sqlite' | 'postgres'

/** `npm test` uses the default database; `npm run test:heavy` repeats every test on both. */
export const ENGINES: readonly Engine[] = IS_EVERYDAY ? ['sqlite'] : ['sqlite', 'postgres']

export interface EmptyDatabase {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  remove(): Promise<void>
}

/** A new database without tables. */
export const emptyDatabase = (engine: Engine): Promise<EmptyDatabase> => newDatabase(engine)

/** A new database with all migrations applied. */
export const migratedDatabase = (engine: Engine): Promise<EmptyDatabase> => newDatabase(engine, inject('migrated'))

async function newDatabase(engine: Engine, copied?: Record<Engine, string>): Promise<EmptyDatabase> {
  const dataDir = newFolder()
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    const location = getDatabaseLocation({ dataDir, databaseUrl: undefined })
    if (copied && 'file' in location) copyFileSync(copied.sqlite, location.file)
    return { env: { DATA_DIR: dataDir }, remove }
  }
  const server = inject('postgresUrl')
  const name = newName()
  await administer(server, `create database ${name}${copied ? ` template ${copied.postgres}` : ''}`)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: urlOf(server, name) },
    remove: async () => {
      await administer(server, `drop database ${name} with (force)`)
      await remove()
    },
  }
}
