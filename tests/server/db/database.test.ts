import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fail, succeed } from '#contract/failure.ts'
import type { Queries, WriteJob } from '#server/db/database.ts'
import { describeOnEachEngine, rows, useApp } from '../../support/app.ts'
import { atOnce } from '../../support/outcomes.ts'

const set = async (db: Queries, key: string, value = 'x'): Promise<void> => {
  await db.insertInto('sandbox_values').values({ key, value }).execute()
}
const setting =
  (key: string): WriteJob<string> =>
  async (db) => {
    await set(db, key)
    return succeed(key)
  }

describeOnEachEngine('writes on %s', (app) => {
  const keys = async (): Promise<string[]> => (await rows(app.db.read, 'sandbox_values')).map(({ key }) => key).sort()
  test('roll back alone when they fail or throw', async () => {
    const jobs: WriteJob<string>[] = [
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
        // Fails in the database, because the key already exists.
        await set(db, 'e')
        return succeed('e')
      },
      setting('f'),
    ]
    const outcomes = await Promise.allSettled(jobs.map((job) => app.db.write(job)))
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: succeed('a') },
      { status: 'fulfilled', value: fail('sold_out') },
      { status: 'fulfilled', value: succeed('c') },
      { status: 'rejected', reason: new Error('a bug') },
      { status: 'rejected', reason: expect.any(Error) },
      { status: 'fulfilled', value: succeed('f') },
    ])
    expect(await keys()).toEqual(['a', 'c', 'f'])
  })

  test('are visible to readers after the commit only', async () => {
    const result = await app.db.write(async (db) => {
      await set(db, 'a')
      return succeed({ inside: await rows(db, 'sandbox_values'), outside: await rows(app.db.read, 'sandbox_values') })
    })
    expect(result).toMatchObject({ ok: true, value: { inside: [{ key: 'a' }], outside: [] } })
    expect(await keys()).toEqual(['a'])
  })

  test('are committed before they resolve', async () => {
    await atOnce(40, async (index) => {
      await app.db.write(setting(`k${index}`))
      expect(await keys()).toContain(`k${index}`)
    })
    expect(await keys()).toHaveLength(40)
  })

  test('do not lose concurrent updates', async () => {
    await app.db.write(async (db) => succeed(await set(db, 'count', '0')))
    const raise: WriteJob<undefined> = async (db) => {
      const count = db.updateTable('sandbox_values').where('key', '=', 'count')
      const { value } = await count.set({ key: 'count' }).returning('value').executeTakeFirstOrThrow()
      await count.set({ value: String(Number(value) + 1) }).execute()
      return succeed(undefined)
    }
    await atOnce(30, () => app.db.write(raise))
    expect(await rows(app.db.read, 'sandbox_values')).toEqual([{ key: 'count', value: '30' }])
  })
})

describe('the write queue of SQLite', () => {
  const app = useApp('sqlite')
  afterEach(() => vi.restoreAllMocks())

  /** Records the SQL that connections execute without a prepared statement, except savepoints. */
  const spyOnExec = () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    return { exec, executed: () => exec.mock.calls.map(([sql]) => sql).filter((sql) => !/\bjob$/.test(sql)) }
  }

  test('rejects writes through the reader', async () => {
    await expect(set(app.db.read, 'a')).rejects.toThrow('readonly')
  })

  test('commits concurrent writes once', async () => {
    const { executed } = spyOnExec()
    await atOnce(64, (index) => app.db.write(setting(`k${index}`)))
    expect(executed()).toEqual(['begin immediate', 'commit'])
    expect(await rows(app.db.read, 'sandbox_values')).toHaveLength(64)
  })

  test('commits writes that arrive during a batch with the next one', async () => {
    const { executed } = spyOnExec()
    const later: Promise<unknown>[] = []
    await app.db.write(async (db) => {
      for (const key of ['b', 'c', 'd']) later.push(app.db.write(setting(key)))
      await set(db, 'a')
      return succeed(undefined)
    })
    await Promise.all(later)
    expect(executed()).toEqual(['begin immediate', 'commit', 'begin immediate', 'commit'])
  })

  test('resolves no write before the commit', async () => {
    const { exec } = spyOnExec()
    const happened: string[] = []
    exec.mockImplementation(function (this: DatabaseSync, sql) {
      happened.push(sql)
      this.prepare(sql).run()
    })
    await Promise.all(['a', 'b'].map((key) => app.db.write(setting(key)).then(() => happened.push(`resolved ${key}`))))
    expect(happened.slice(-3)).toEqual(['commit', 'resolved a', 'resolved b'])
  })

  test('rejects the whole batch when the commit fails, and continues', async () => {
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
