import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import { succeed } from '#contract/failure.ts'
import type { AuditAction } from '#domain/audit.ts'
import { type NewAuditEntry, recordAuditEntry } from '#server/audit/entries.ts'
import { setApp } from '#server/open-app.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { call, refused } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('the audit on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const record = (over: Partial<NewAuditEntry> = {}) =>
    app.db.write(async (db) => {
      const deed: NewAuditEntry = {
        by: null,
        action: 'membership_expired',
        subject: 'membership',
        subjectId: 'm1',
        ...over,
      }
      await recordAuditEntry(db, deed, app.now())
      return succeed(undefined)
    })
  const list = (visitor: Visitor, query: Record<string, string> = {}) =>
    call(listAuditEntries, { query, ...visitor.sent })
  const found = async (visitor: Visitor, query: Record<string, string> = {}) =>
    (await list(visitor, query)).items.map(({ position }) => position)
  const check = (visitor: Visitor) => call(checkAuditLog, { body: {}, ...visitor.sent })

  describe('the chain', () => {
    test('holds over deeds that are recorded at once, in one writing and in many', async () => {
      const visitor = await owner(app)
      await Promise.all(Array.from({ length: 40 }, (_, index) => record({ subjectId: `m${index}` })))
      const positions = (await rows(app.db.read, 'audit')).map(({ position }) => position)
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      expect(await check(visitor)).toMatchObject({ checked: 40, brokenAt: null })
      expect((await list(visitor)).chain).toMatchObject({ checked: 40, brokenAt: null })
    })

    test('of no deeds holds', async () => {
      expect(await check(await owner(app))).toMatchObject({ checked: 0, brokenAt: null })
    })

    test('is rolled back with the writing that it belongs to', async () => {
      const visitor = await owner(app)
      await app.db.write(async (db) => {
        await recordAuditEntry(db, { by: null, action: 'message_done', subject: 'message', subjectId: 'x' }, app.now())
        return { ok: false, failure: { code: 'not_found' } }
      })
      await record()
      expect(await check(visitor)).toMatchObject({ checked: 1, brokenAt: null })
    })

    test.each<[string, (position: number) => Promise<unknown>]>([
      [
        'a reason that is written over',
        (position) =>
          tamper((db) => db.updateTable('audit').set({ reason: 'x' }).where('position', '=', position).execute()),
      ],
      [
        'another person',
        (position) =>
          tamper((db) => db.updateTable('audit').set({ actor: 'x' }).where('position', '=', position).execute()),
      ],
      [
        'a row that is taken out',
        (position) => tamper((db) => db.deleteFrom('audit').where('position', '=', position).execute()),
      ],
      [
        'another time',
        (position) =>
          tamper((db) =>
            db
              .updateTable('audit')
              .set({ created_at: '2020-01-01T00:00:00.000Z' as never })
              .where('position', '=', position)
              .execute(),
          ),
      ],
    ])('%s is found, in each of the rows', async (_, change) => {
      const visitor = await owner(app)
      for (const position of [1, 3, 5]) {
        await app.db.write(async (db) => {
          await db.deleteFrom('audit').execute()
          await db.deleteFrom('settings').where('key', 'like', 'audit%').execute()
          return succeed(undefined)
        })
        for (let index = 0; index < 5; index++) await record()
        await change(position)
        expect(await check(visitor)).toMatchObject({ brokenAt: position })
        expect(app.bugs.splice(0)).toHaveLength(1)
      }
    })
    const tamper = (run: (db: Parameters<Parameters<TestApp['db']['write']>[0]>[0]) => Promise<unknown>) =>
      app.db.write(async (db) => {
        await run(db)
        return succeed(undefined)
      })

    test('a deed recorded while somebody looks is no break', async () => {
      const visitor = await owner(app)
      const [looked] = await Promise.all([check(visitor), ...Array.from({ length: 10 }, () => record())])
      expect(looked.brokenAt).toBeNull()
    })
  })

  describe('the list', () => {
    test('is newest first and tells who, what, on what, from what to what and why', async () => {
      const visitor = await owner(app)
      const [staff] = await rows(app.db.read, 'staff')
      await record()
      await record({
        by: { id: staff?.id ?? '', email: STAFF.email },
        action: 'membership_changed',
        label: 'Nisha Karki',
        before: { status: 'active' },
        after: { status: 'suspended' },
        reason: 'Key not returned',
      })
      expect(await list(visitor)).toEqual({
        items: [
          {
            position: 2,
            at: '2026-12-01T04:15:00.000Z',
            by: STAFF.email,
            action: 'membership_changed',
            subject: 'membership',
            subjectId: 'm1',
            label: 'Nisha Karki',
            before: { status: 'active' },
            after: { status: 'suspended' },
            reason: 'Key not returned',
          },
          expect.objectContaining({ position: 1, by: null, before: null, after: null, reason: null, label: null }),
        ],
        next: null,
        total: 2,
        people: [STAFF.email],
        chain: null,
      })
    })

    test('is narrowed by person, action, subject and days of Kathmandu', async () => {
      const visitor = await owner(app)
      const by = { id: (await rows(app.db.read, 'staff'))[0]?.id ?? '', email: STAFF.email }
      await record()
      app.clock.set(Date.parse('2026-12-01T18:14:59Z'))
      await record({ by, action: 'message_done', subject: 'message', subjectId: 'x' })
      app.clock.advance(1_000)
      await record({ by, subjectId: 'm2' })
      await visitor.signIn()
      for (const [query, positions] of [
        [{ by: STAFF.email }, [3, 2]],
        [{ by: '-' }, [1]],
        [{ action: 'message_done' }, [2]],
        [{ subject: 'membership' }, [3, 1]],
        [{ subject: 'membership', on: 'm1' }, [1]],
        [{ to: '2026-12-01' }, [2, 1]],
        [{ from: '2026-12-02' }, [3]],
        [{ from: '2026-12-01', to: '2026-12-02', by: STAFF.email }, [3, 2]],
        [{ by: 'nobody@example.com' }, []],
      ] as const)
        expect([query, await found(visitor, query)]).toEqual([query, positions])
      for (const query of [
        { action: 'x' as AuditAction },
        { from: 'yesterday' },
        { to: '2026-02-30' },
        { cursor: 'x' },
      ])
        await refused('invalid', listAuditEntries, { query, ...visitor.sent })
    })

    test('is read page by page, each deed once', async () => {
      const visitor = await owner(app)
      for (let index = 0; index < 5; index++) await record()
      const first = await list(visitor, { limit: '2' })
      await record()
      const second = await list(visitor, { limit: '2', cursor: first.next ?? '' })
      const third = await list(visitor, { limit: '2', cursor: second.next ?? '' })
      expect([first, second, third].flatMap(({ items }) => items.map(({ position }) => position))).toEqual([
        5, 4, 3, 2, 1,
      ])
      expect(third.next).toBeNull()
    })

    test('is not for the front desk', async () => {
      const visitor = await owner(app, 'desk')
      await record()
      await refused('forbidden', listAuditEntries, visitor.sent)
      await refused('forbidden', checkAuditLog, { body: {}, ...visitor.sent })
    })
  })
})

/** Rows are inserted by `recordDeed` and read: nothing in the product writes to one that is there. */
test('no code of the product changes or removes an entry', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|astro|tsx)$/.test(file),
  )
  const touching = sources.filter((file) =>
    /(updateTable|deleteFrom|mergeInto|replaceInto)\(['"`]audit['"`]|(update|delete from|truncate)\s+audit\b/i.test(
      readFileSync(`src/${file}`, 'utf8'),
    ),
  )
  const inserting = sources.filter((file) => readFileSync(`src/${file}`, 'utf8').includes("insertInto('audit')"))
  expect({ touching, inserting }).toEqual({ touching: [], inserting: ['server/audit/entries.ts'] })
})
