import { describe, expect, test } from 'vitest'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { deleteFullBuckets, throttleShared } from '#server/throttle/shared-throttle.ts'
import { HOUR, MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'

const { burst } = LIMITS.chat

describe.each(ENGINES)('a count that all processes share, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const ask = async (by = app, who = '192.0.2.1') => (await throttleShared(by, 'chat', who)).ok
  /** Another process's connections to the same database. */
  async function withOther(run: (other: TestApp) => Promise<void>): Promise<void> {
    const db = await openDatabase(getDatabaseLocation(app.env))
    try {
      await run({ ...app, db })
    } finally {
      await db.close()
    }
  }

  test('of two processes that take turns a visitor gets no more than of one', async () => {
    await withOther(async (other) => {
      const answers: boolean[] = []
      for (let turn = 0; turn < burst; turn++) answers.push(await ask(app), await ask(other))
      expect(answers.filter(Boolean)).toHaveLength(burst)
      expect(await throttleShared(other, 'chat', '192.0.2.1')).toEqual({
        ok: false,
        failure: { code: 'too_many', retryAfter: 60 },
      })
      expect(await ask(other, '192.0.2.2')).toBe(true)
      app.clock.advance(MINUTE)
      expect([await ask(other), await ask(app)]).toEqual([true, false])
    })
  })

  test('calls at the same moment do not slip through together', async () => {
    await withOther(async (other) => {
      // One process's SQLite waits without letting the other go on.
      const processes = engine === 'postgres' ? [app, other] : [app]
      const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(processes[at % processes.length])))
      expect(answers.filter(Boolean)).toHaveLength(burst)
    })
  })

  test('nobody can be told from it, and what is full again is forgotten', async () => {
    await ask()
    expect(await rows(app.db.read, 'call_buckets')).toMatchObject([{ tokens: burst - 1 }])
    expect(JSON.stringify(await rows(app.db.read, 'call_buckets'))).not.toContain('192.0')
    await deleteFullBuckets(app)
    expect(await rows(app.db.read, 'call_buckets')).toHaveLength(1)
    app.clock.advance(2 * HOUR)
    await deleteFullBuckets(app)
    expect(await rows(app.db.read, 'call_buckets')).toEqual([])
  })
})
