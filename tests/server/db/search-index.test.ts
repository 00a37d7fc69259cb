/** @module-tag long */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { administer, newName, urlOf } from '../../support/databases.ts'

const ROLE = newName()
const PASSWORD = crypto.randomUUID()

beforeAll(() => asServer(`create role ${ROLE} login password '${PASSWORD}'`))
afterAll(() => asServer(`drop role ${ROLE}`))

function asServer(statement: string): Promise<void> {
  return administer(inject('postgresUrl'), statement)
}

/** Migrates a database as a role without superuser rights and returns whether it has the search index. */
async function hasSearchIndex(createOptions: string, grant?: string): Promise<boolean> {
  const name = newName()
  await asServer(`create database ${name} ${createOptions}`)
  if (grant) await administer(urlOf(inject('postgresUrl'), name), grant)
  const url = new URL(urlOf(inject('postgresUrl'), name))
  url.username = ROLE
  url.password = PASSWORD
  const opened = await openDatabase({ url: url.href })
  try {
    const found = await sql`select 1 from pg_indexes where indexname = 'bookings_search_trigrams'`.execute(opened.read)
    return found.rows.length > 0
  } finally {
    await opened.close()
    await asServer(`drop database ${name} with (force)`)
  }
}

test('creates the search index for the owner of a database', async () => {
  expect(await hasSearchIndex(`owner ${ROLE}`)).toBe(true)
})

test('starts without the search index for a role that may only create tables', async () => {
  expect(await hasSearchIndex('', `grant create on schema public to ${ROLE}`)).toBe(false)
})
