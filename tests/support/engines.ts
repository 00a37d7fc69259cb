import { copyFileSync, rmSync } from 'node:fs'
import { inject } from 'vitest'
import { getDatabaseLocation } from '#server/db/open.ts'
import { administer, newFolder, newName, urlOf } from './databases.ts'

/** The service suite runs on each of them: `describe.each(ENGINES)`. */
export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface EmptyDatabase {
  /** The variables that lead the server there. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** Leaves nothing behind. */
  remove(): Promise<void>
}

/** A database that nobody else uses, with not a table in it. */
export const emptyDatabase = (engine: Engine): Promise<EmptyDatabase> => newDatabase(engine)

/** A database that nobody else uses, after all migrations: where the run has prepared none, its first use brings it there. */
export const migratedDatabase = (engine: Engine): Promise<EmptyDatabase> => newDatabase(engine, inject('migrated'))

async function newDatabase(engine: Engine, copied?: Record<Engine, string>): Promise<EmptyDatabase> {
  const dataDir = newFolder()
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    const place = getDatabaseLocation({ dataDir, databaseUrl: undefined })
    if (copied && 'file' in place) copyFileSync(copied.sqlite, place.file)
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
