import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** The service suite runs on each of them: `describe.each(ENGINES)`. */
export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface EmptyDatabase {
  /** The variables that lead the server there. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** Leaves nothing behind. */
  remove(): Promise<void>
}

/** In memory where the machine has files there: what is tested here does not outlive the test. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A database that nobody else uses. */
export async function emptyDatabase(engine: Engine): Promise<EmptyDatabase> {
  const dataDir = mkdtempSync(join(FOLDER, 'chautari-test-'))
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') return { env: { DATA_DIR: dataDir }, remove }
  const name = `chautari_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    remove: async () => {
      await administer(`drop database ${name} with (force)`)
      await remove()
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
