import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { administer, newName, urlOf } from '../support/databases.ts'

const ROLE = newName()
const PASSWORD = crypto.randomUUID()

beforeAll(() => asServer(`create role ${ROLE} login password '${PASSWORD}'`))
afterAll(() => asServer(`drop role ${ROLE}`))

function asServer(statement: string): Promise<void> {
  return administer(inject('postgresUrl'), statement)
}

/** Whether a database that was brought into shape by a role without great powers has the index of words. */
async function hasWordsIndex(database: string): Promise<boolean> {
  const url = new URL(urlOf(inject('postgresUrl'), database))
  url.username = ROLE
  url.password = PASSWORD
  const opened = await openDatabase({ url: url.href })
  try {
    const found = await sql`select 1 from pg_indexes where indexname = 'bookings_words'`.execute(opened.read)
    return found.rows.length > 0
  } finally {
    await opened.close()
  }
}

test('whoever owns a database gets an index of words', async () => {
  const name = newName()
  await asServer(`create database ${name} owner ${ROLE}`)
  try {
    expect(await hasWordsIndex(name)).toBe(true)
  } finally {
    await asServer(`drop database ${name} with (force)`)
  }
})

test('whoever may make tables in it and no more goes without, and starts', async () => {
  const name = newName()
  await asServer(`create database ${name}`)
  await administer(urlOf(inject('postgresUrl'), name), `grant create on schema public to ${ROLE}`)
  try {
    expect(await hasWordsIndex(name)).toBe(false)
  } finally {
    await asServer(`drop database ${name} with (force)`)
  }
})
