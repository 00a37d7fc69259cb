import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open.ts'
import { IS_EVERYDAY } from './everyday.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests create databases. */
    postgresUrl: string
    /** Migrated databases without rows: a name on that server and a SQLite file. */
    migrated: { postgres: string; sqlite: string }
  }
}

/** Migrates the databases that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = newFolder()
  const migrated = { postgres: newName(), sqlite: join(folder, 'migrated.sqlite') }
  await (await openDatabase({ file: migrated.sqlite })).close()
  project.provide('migrated', migrated)
  const stopPostgres = IS_EVERYDAY ? undefined : await preparePostgres(project, migrated.postgres)
  return async () => {
    await stopPostgres?.()
    rmSync(folder, { recursive: true })
  }
}

/** Starts one PostgreSQL per run, or uses `TEST_DATABASE_URL`. */
async function preparePostgres(project: TestProject, name: string): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres()
  await administer(url, `create database ${name}`)
  await (await openDatabase({ url: urlOf(url, name) })).close()
  project.provide('postgresUrl', url)
  return async () => {
    await administer(url, `drop database ${name} with (force)`)
    await stop()
  }
}

/** Uses memory where the machine allows it. */
export const newFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'chautari-test-'))

export const newName = (): string => `chautari_${crypto.randomUUID().replaceAll('-', '')}`

export function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
