import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readAvailability } from '#contract/availability.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { readReady } from '#contract/health.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { readPostgres } from '#server/db/postgres.ts'
import { setApp } from '#server/open-app.ts'
import { openTestApp, rows, type TestApp } from '../support/app.ts'
import { administer, urlOf } from '../support/databases.ts'
import { type Link, openLink } from '../support/link.ts'
import { order } from '../support/orders.ts'
import { asked, call, refused, send } from '../support/requests.ts'

const terminate = sql`select pg_terminate_backend(pg_backend_pid())`

const set = async (db: Queries, key: string): Promise<void> => {
  await db.insertInto('sandbox_values').values({ key, value: 'x' }).execute()
}

describe('a PostgreSQL connection that is lost', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp('postgres')
    setApp(app)
  })
  beforeEach(() => app.empty())
  afterAll(() => app.close())

  const keys = async () => (await rows(app.db.read, 'sandbox_values')).map(({ key }) => key).sort()
  /** The backends of the app, without the one that asks. */
  const backends = `pg_stat_activity where datname = '%' and backend_type = 'client backend'`
  const terminateAll = () =>
    administer(
      inject('postgresUrl'),
      `select pg_terminate_backend(pid, 5000) from ${backends.replace('%', new URL(app.env.databaseUrl ?? '').pathname.slice(1))}`,
    )

  test('inside a transaction is replaced, and the write runs once more', async () => {
    let runs = 0
    const outcome = await app.db.write(async (db) => {
      await set(db, 'a')
      if (++runs === 1) await terminate.execute(db)
      return succeed('done')
    })
    expect(outcome).toEqual(succeed('done'))
    expect(runs).toBe(2)
    expect(await keys()).toEqual(['a'])
  })

  test('again in the second attempt is reported', async () => {
    let runs = 0
    const write = app.db.write(async (db) => {
      runs++
      await terminate.execute(db)
      return succeed(undefined)
    })
    await expect(write).rejects.toThrow(DatabaseUnavailable)
    expect(runs).toBe(2)
  })

  test('while a transaction waits for other work ends neither the process nor the write', async () => {
    let runs = 0
    const outcome = await app.db.write(async (db) => {
      await set(db, 'a')
      if (++runs === 1) {
        await terminateAll()
        // The backend has ended; its last message is read in the next turns of the event loop.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return succeed(undefined)
    })
    expect(outcome.ok).toBe(true)
    expect(await keys()).toEqual(['a'])
  })

  test('during the commit is not retried, as the write may be stored', async () => {
    await app.db.write(async (db) => {
      await sql`create function end_backend() returns trigger language plpgsql as
        'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db)
      await sql`create constraint trigger at_commit after insert on sandbox_values deferrable initially deferred
        for each row execute function end_backend()`.execute(db)
      return succeed(undefined)
    })
    let runs = 0
    const write = app.db.write(async (db) => {
      runs++
      await set(db, 'a')
      return succeed(undefined)
    })
    await expect(write).rejects.toThrow(DatabaseUnavailable)
    expect(runs).toBe(1)
    await sql`drop function end_backend cascade`.execute(app.db.read)
  })

  test('under load loses no write that was acknowledged and leaves no connection in a transaction', async () => {
    const stored: string[] = []
    const writer = async (name: number) => {
      for (let number = 0; number < 20; number++) {
        const key = `${name}-${number}`
        await app.db
          .write(async (db) => {
            await set(db, key)
            return succeed(undefined)
          })
          .then(
            () => stored.push(key),
            (error) => expect(error).toBeInstanceOf(DatabaseUnavailable),
          )
      }
    }
    const writers = Promise.all(Array.from({ length: 20 }, (_, name) => writer(name)))
    for (let round = 0; round < 3; round++) await terminateAll()
    await writers
    const kept = new Set(await keys())
    expect(stored.filter((key) => !kept.has(key))).toEqual([])
    expect(stored.length).toBeGreaterThan(300)
    const { rows: open } = await sql<{ state: string }>`select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(app.db.read)
    expect(open).toEqual([])
  })

  test('before a read is replaced', async () => {
    await Promise.all(Array.from({ length: 10 }, () => sql`select 1`.execute(app.db.read)))
    await terminateAll()
    await Promise.all(Array.from({ length: 10 }, () => keys()))
  })

  test('is a 503 with Retry-After when no other can be opened, and the process is ready again once one can', async () => {
    const name = new URL(app.env.databaseUrl ?? '').pathname.slice(1)
    await administer(inject('postgresUrl'), `alter database ${name} allow_connections false`)
    await terminateAll()
    const booking = await send(placeBooking, asked(order()))
    expect(booking.status).toBe(503)
    expect(booking.headers.get('retry-after')).toBe('5')
    expect(booking.body).toMatchObject({ error: { code: 'not_ready', retryAfter: 5 } })
    await refused('not_ready', readAvailability, {
      query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-11' },
    })
    expect((await refused('not_ready', readReady)).retryAfter).toBe(5)
    await administer(inject('postgresUrl'), `alter database ${name} allow_connections true`)
    expect(await call(readReady)).toEqual({ status: 'ok' })
    await call(placeBooking, asked(order()))
    expect(app.bugs).toEqual([])
  })
})

describe('a PostgreSQL server that no longer responds', () => {
  let link: Link
  let app: TestApp
  let db: Database
  beforeAll(async () => {
    app = await openTestApp('postgres')
    link = await openLink(inject('postgresUrl'))
    db = await openDatabase({ url: urlOf(link.url, new URL(app.env.databaseUrl ?? '').pathname.slice(1)) })
    setApp({ ...app, db })
  })
  afterAll(async () => {
    await db.close()
    link.close()
    await app.close()
  })

  test('makes the process not ready within five seconds', async () => {
    await call(readReady)
    link.pause()
    const start = performance.now()
    await refused('not_ready', readReady)
    expect(performance.now() - start).toBeLessThan(5_000)
    link.resume()
    await vi.waitFor(() => call(readReady), { timeout: 20_000, interval: 100 })
  })
})

describe('a PostgreSQL connection that ends in the moment in which it opens', () => {
  test('is reported to the query and does not end the process', async () => {
    // In one packet: accepted, ready for queries, terminated by an administrator.
    const accepted = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
    const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')
    const terminated = Buffer.concat([Buffer.from('E'), length(fields.length + 4), fields])
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([accepted, terminated])))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { read, close } = readPostgres(`postgres://user@127.0.0.1:${port}/none`)
    await expect(read.selectFrom('staff').select('id').execute()).rejects.toThrow(DatabaseUnavailable)
    await close()
    server.close()
  })
})

function length(bytes: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeInt32BE(bytes)
  return field
}
