/** @module-tag long */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readAvailability } from '#contract/availability.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { readReady } from '#contract/health.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { readPostgres } from '#server/db/postgres.ts'
import { setApp } from '#server/open-app.ts'
import { openTestApp, rows, type TestApp, useApp } from '../../support/app.ts'
import { administer, urlOf } from '../../support/databases.ts'
import { order } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, rejected, send, withKey } from '../../support/requests.ts'
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const terminate = sql`select pg_terminate_backend(pg_backend_pid())`

const set = async (db: Queries, key: string): Promise<void> => {
  await db.insertInto('sandbox_values').values({ key, value: 'x' }).execute()
}

describe('a PostgreSQL connection that is lost', () => {
  const app = useApp('postgres')
  const keys = async () => (await rows(app.db.read, 'sandbox_values')).map(({ key }) => key).sort()
  /** The connections of the app; `%` is the name of its database. */
  const backends = `pg_stat_activity where datname = '%' and backend_type = 'client backend'`
  const terminateAll = () =>
    administer(
      inject('postgresUrl'),
      `select pg_terminate_backend(pid, 5000) from ${backends.replace('%', new URL(app.env.databaseUrl ?? '').pathname.slice(1))}`,
    )

  test('is replaced inside a transaction, and the write runs once more', async () => {
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

  test('is reported when it is lost again in the second attempt', async () => {
    let runs = 0
    const write = app.db.write(async (db) => {
      runs++
      return succeed(await terminate.execute(db))
    })
    await expect(write).rejects.toThrow(DatabaseUnavailable)
    expect(runs).toBe(2)
  })

  test('ends neither the process nor the write while a transaction waits for other work', async () => {
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

  test('prevents a retry during the commit, as the write may be stored', async () => {
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
      return succeed(await set(db, 'a'))
    })
    await expect(write).rejects.toThrow(DatabaseUnavailable)
    expect(runs).toBe(1)
    await sql`drop function end_backend cascade`.execute(app.db.read)
  })

  test('loses no acknowledged write under load and leaves no connection in a transaction', async () => {
    const stored: string[] = []
    const writer = async (name: number) => {
      for (let number = 0; number < 20; number++) {
        const key = `${name}-${number}`
        const write = app.db.write(async (db) => succeed(await set(db, key)))
        await write.then(
          () => stored.push(key),
          (error) => expect(error).toBeInstanceOf(DatabaseUnavailable),
        )
      }
    }
    const writers = atOnce(20, (name) => writer(name))
    for (let round = 0; round < 3; round++) await terminateAll()
    await writers
    const existing = new Set(await keys())
    expect(stored.filter((key) => !existing.has(key))).toEqual([])
    expect(stored.length).toBeGreaterThan(300)
    const { rows: open } = await sql<{ state: string }>`select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(app.db.read)
    expect(open).toEqual([])
  })

  test('is replaced before a read', async () => {
    await atOnce(10, () => sql`select 1`.execute(app.db.read))
    await terminateAll()
    await atOnce(10, () => keys())
  })

  test('causes a 503 with Retry-After until another can be opened and the process is ready again', async () => {
    const name = new URL(app.env.databaseUrl ?? '').pathname.slice(1)
    await administer(inject('postgresUrl'), `alter database ${name} allow_connections false`)
    await terminateAll()
    const booking = await send(placeBooking, withKey(order()))
    expect(booking.status).toBe(503)
    expect(booking.headers.get('retry-after')).toBe('5')
    expect(booking.body).toMatchObject({ error: { code: 'not_ready', retryAfter: 5 } })
    await rejected('not_ready', readAvailability, {
      query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-11' },
    })
    expect((await rejected('not_ready', readReady)).retryAfter).toBe(5)
    await administer(inject('postgresUrl'), `alter database ${name} allow_connections true`)
    expect(await call(readReady)).toEqual({ status: 'ok' })
    await call(placeBooking, withKey(order()))
  })
})

describe('a PostgreSQL server that no longer responds', () => {
  let link: TcpProxy
  let app: TestApp
  let db: Database
  beforeAll(async () => {
    app = await openTestApp('postgres')
    link = await openTcpProxy(inject('postgresUrl'))
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
    await rejected('not_ready', readReady)
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
