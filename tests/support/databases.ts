import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests make databases of their own. */
    postgresUrl: string
    /** Databases after all migrations, with no rows: the name of one on that server, and a file of SQLite. */
    migrated: { postgres: string; sqlite: string }
  }
}

/**
 * Once per run: the server that `TEST_DATABASE_URL` names, else one of our own that is gone afterwards; on each engine
 * the database that tests copy, as to bring one into its shape takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres()
  const folder = newFolder()
  const migrated = { postgres: newName(), sqlite: join(folder, 'migrated.sqlite') }
  await administer(url, `create database ${migrated.postgres}`)
  for (const place of [{ url: urlOf(url, migrated.postgres) }, { file: migrated.sqlite }])
    await (await openDatabase(place)).close()
  project.provide('postgresUrl', url)
  project.provide('migrated', migrated)
  return async () => {
    await administer(url, `drop database ${migrated.postgres} with (force)`)
    await stop()
    rmSync(folder, { recursive: true })
  }
}

/** In memory where the machine has files there: what is tested here does not outlive the test. */
export const newFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'chautari-test-'))

/** Of a database that nobody else has. */
export const newName = (): string => `chautari_${crypto.randomUUID().replaceAll('-', '')}`

/** The address of a database on the server of another. */
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
