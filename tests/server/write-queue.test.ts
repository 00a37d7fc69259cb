import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { Queries, WriteJob } from '#server/db/database.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'

const set = async (db: Queries, key: string, value = 'x'): Promise<void> => {
  await db.insertInto('sandbox_values').values({ key, value }).execute()
}
const setting =
  (key: string): WriteJob<string> =>
  async (db) => {
    await set(db, key)
    return succeed(key)
  }

describe.each(ENGINES)('writes on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const keys = async (): Promise<string[]> => (await rows(app.db.read, 'sandbox_values')).map(({ key }) => key).sort()
  const settled = (jobs: WriteJob<string>[]): Promise<PromiseSettledResult<Outcome<string>>[]> =>
    Promise.allSettled(jobs.map((job) => app.db.write(job)))

  test('that fail or throw leave nothing and take no other down', async () => {
    const outcomes = await settled([
      setting('a'),
      async (db) => {
        await set(db, 'b')
        return fail('sold_out')
      },
      setting('c'),
      async (db) => {
        await set(db, 'd')
        throw new Error('a bug')
      },
      async (db) => {
        await set(db, 'e')
        // Fails in the database itself: the key is there already.
        await set(db, 'e')
        return succeed('e')
      },
      setting('f'),
    ])
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: { ok: true, value: 'a' } },
      { status: 'fulfilled', value: { ok: false, failure: { code: 'sold_out' } } },
      { status: 'fulfilled', value: { ok: true, value: 'c' } },
      { status: 'rejected', reason: new Error('a bug') },
      { status: 'rejected', reason: expect.any(Error) },
      { status: 'fulfilled', value: { ok: true, value: 'f' } },
    ])
    expect(await keys()).toEqual(['a', 'c', 'f'])
  })

  test('are seen by readers once they are committed, not before', async () => {
    const seen = await app.db.write(async (db) => {
      await set(db, 'a')
      return succeed({ inside: await rows(db, 'sandbox_values'), outside: await rows(app.db.read, 'sandbox_values') })
    })
    expect(seen).toMatchObject({ ok: true, value: { inside: [{ key: 'a' }], outside: [] } })
    expect(await keys()).toEqual(['a'])
  })

  test('are on record when they are answered, in the order in which they came where one waits for the other', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await app.db.write(setting(`k${index}`))
        expect(await keys()).toContain(`k${index}`)
      }),
    )
    expect(await keys()).toHaveLength(40)
  })

  test('do not lose what another wrote between reading and writing', async () => {
    await app.db.write(async (db) => {
      await set(db, 'count', '0')
      return succeed(undefined)
    })
    const raise: WriteJob<undefined> = async (db) => {
      const row = await db
        .updateTable('sandbox_values')
        .set({ key: 'count' })
        .where('key', '=', 'count')
        .returning('value')
        .executeTakeFirstOrThrow()
      const value = String(Number(row.value) + 1)
      await db.updateTable('sandbox_values').set({ value }).where('key', '=', 'count').execute()
      return succeed(undefined)
    }
    await Promise.all(Array.from({ length: 30 }, () => app.db.write(raise)))
    expect(await rows(app.db.read, 'sandbox_values')).toEqual([{ key: 'count', value: '30' }])
  })
})

describe('the write queue of SQLite', () => {
  let app: TestApp
  withApp('sqlite', (opened) => {
    app = opened
  })
  afterEach(() => vi.restoreAllMocks())

  /** What the connections were told outside of statements, savepoints left out. */
  const spyOnExec = () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    return { exec, said: () => exec.mock.calls.map(([sql]) => sql).filter((sql) => !/\bjob$/.test(sql)) }
  }

  test('has no way around it: readers cannot write', async () => {
    await expect(set(app.db.read, 'a')).rejects.toThrow('readonly')
  })

  test('commits what arrives together once', async () => {
    const { said } = spyOnExec()
    await Promise.all(Array.from({ length: 64 }, (_, index) => app.db.write(setting(`k${index}`))))
    expect(said()).toEqual(['begin immediate', 'commit'])
    expect(await rows(app.db.read, 'sandbox_values')).toHaveLength(64)
  })

  test('commits what arrives meanwhile with the next', async () => {
    const { said } = spyOnExec()
    const later: Promise<unknown>[] = []
    await app.db.write(async (db) => {
      for (const key of ['b', 'c', 'd']) later.push(app.db.write(setting(key)))
      await set(db, 'a')
      return succeed(undefined)
    })
    await Promise.all(later)
    expect(said()).toEqual(['begin immediate', 'commit', 'begin immediate', 'commit'])
  })

  test('answers nobody before the commit', async () => {
    const { exec } = spyOnExec()
    const happened: string[] = []
    exec.mockImplementation(function (this: DatabaseSync, sql) {
      happened.push(sql)
      this.prepare(sql).run()
    })
    await Promise.all(['a', 'b'].map((key) => app.db.write(setting(key)).then(() => happened.push(`answered ${key}`))))
    expect(happened.slice(-3)).toEqual(['commit', 'answered a', 'answered b'])
  })

  test('tells everybody when the commit fails, keeps nothing, and goes on', async () => {
    const { exec } = spyOnExec()
    exec.mockImplementation(function (this: DatabaseSync, sql) {
      if (sql === 'commit') throw new Error('the disk is full')
      this.prepare(sql).run()
    })
    const outcomes = await Promise.allSettled(['a', 'b'].map((key) => app.db.write(setting(key))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    vi.restoreAllMocks()
    expect(await rows(app.db.read, 'sandbox_values')).toEqual([])
    await app.db.write(setting('c'))
    expect(await rows(app.db.read, 'sandbox_values')).toMatchObject([{ key: 'c' }])
  })
})
