import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import { exportAuditLog } from '#contract/admin/exports.ts'
import type { AuditAction } from '#domain/audit.ts'
import { CUSTOMER, type NewAuditEntry, recordAuditEntry } from '#server/audit/entries.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import type { Tables } from '#server/db/schema.ts'
import { startSession } from '#server/staff/sessions.ts'
import { describeOnEachEngine, execute, firstEntry, rows } from '../../support/app.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, rejected, send } from '../../support/requests.ts'
import { STAFF } from '../../support/staff.ts'
import { colleague, owner, TestBrowser } from '../../support/staff-accounts.ts'

describeOnEachEngine('the audit log on %s', (app) => {
  const record = (over: Partial<NewAuditEntry> = {}) =>
    runTransaction(app.db, (db) => {
      const entry = { by: null, action: 'membership_expired', subject: 'membership', subjectId: 'm1' } as const
      return recordAuditEntry(db, { ...entry, ...over }, app.now())
    })
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await owner(app)
  })
  const list = (query: Record<string, string> = {}) => call(listAuditEntries, { query, ...browser.sent })
  const found = async (query: Record<string, string> = {}) => (await list(query)).items.map(({ position }) => position)
  const check = () => call(checkAuditLog, { body: {}, ...browser.sent })

  describe('its digest chain', () => {
    test('is intact after concurrent entries', async () => {
      await atOnce(40, (index) => record({ subjectId: `m${index}` }))
      const positions = (await rows(app.db.read, 'audit')).map(({ position }) => position)
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      expect(await check()).toMatchObject({ checked: 40, brokenAt: null })
      expect((await list()).chain).toMatchObject({ checked: 40, brokenAt: null })
    })

    test('is intact without entries', async () => {
      expect(await check()).toMatchObject({ checked: 0, brokenAt: null })
    })

    test('is rolled back with its transaction', async () => {
      await app.db.write(async (db) => {
        await recordAuditEntry(db, { by: null, action: 'message_done', subject: 'message', subjectId: 'x' }, app.now())
        return { ok: false, failure: { code: 'not_found' } }
      })
      await record()
      expect(await check()).toMatchObject({ checked: 1, brokenAt: null })
    })

    test.each<[string, Partial<Tables['audit']> | undefined]>([
      ['a changed reason', { reason: 'x' }],
      ['a changed actor', { actor: 'x' }],
      ['a changed time', { created_at: instant(0) }],
      ['a deleted entry', undefined],
    ])('reports %s at every position', async (_, change) => {
      for (const position of [1, 3, 5]) {
        await execute(app, (db) => db.deleteFrom('audit'))
        await execute(app, (db) => db.deleteFrom('settings').where('key', 'like', 'audit%'))
        for (let index = 0; index < 5; index++) await record()
        await execute(app, (db) =>
          change
            ? db.updateTable('audit').set(change).where('position', '=', position)
            : db.deleteFrom('audit').where('position', '=', position),
        )
        expect(await check()).toMatchObject({ brokenAt: position })
        expect(app.bugs.splice(0)).toHaveLength(1)
      }
    })

    test('is intact when entries are recorded during a check', async () => {
      const [result] = await Promise.all([check(), ...Array.from({ length: 10 }, () => record())])
      expect(result.brokenAt).toBeNull()
    })
  })

  describe('its list', () => {
    test('returns the newest entry first with all fields', async () => {
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
      expect(await list()).toEqual({
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

    test('filters by actor, action, subject and Kathmandu days', async () => {
      const by = { id: (await rows(app.db.read, 'staff'))[0]?.id ?? '', email: STAFF.email }
      await record()
      app.clock.set(Date.parse('2026-12-01T18:14:59Z'))
      await record({ by, action: 'message_done', subject: 'message', subjectId: 'x' })
      app.clock.advance(1_000)
      await record({ by, subjectId: 'm2' })
      await browser.signIn()
      for (const [query, positions] of [
        [{ by: STAFF.email }, [3, 2]],
        [{ by: '-' }, [1]],
        [{ action: 'message_done' }, [2]],
        [{ subject: 'membership' }, [3, 1]],
        [{ subject: 'membership', on: 'm1' }, [1]],
        [{ to: '2026-12-01' }, [2, 1]],
        [{ from: '2026-12-02' }, [3]],
        [{ from: '2026-12-01', to: '2026-12-02', by: STAFF.email }, [3, 2]],
        [{ by: 'unknown@example.com' }, []],
      ] as const)
        expect([query, await found(query)]).toEqual([query, positions])
      for (const query of [
        { action: 'x' as AuditAction },
        { from: 'yesterday' },
        { to: '2026-02-30' },
        { cursor: 'x' },
      ])
        await rejected('invalid', listAuditEntries, { query, ...browser.sent })
    })

    test('returns each entry once across pages', async () => {
      for (let index = 0; index < 5; index++) await record()
      const first = await list({ limit: '2' })
      await record()
      const second = await list({ limit: '2', cursor: first.next ?? '' })
      const third = await list({ limit: '2', cursor: second.next ?? '' })
      const positions = [first, second, third].flatMap(({ items }) => items.map(({ position }) => position))
      expect(positions).toEqual([5, 4, 3, 2, 1])
      expect(third.next).toBeNull()
    })
  })

  describe('its export', () => {
    const table = async (query: Record<string, string> = {}) => {
      const { status, body } = await send(exportAuditLog, { query, ...browser.sent })
      expect(status).toBe(200)
      return String(body).trimEnd().split('\r\n')
    }

    test('returns labels and escapes formulas', async () => {
      const change = { before: { status: 'active' }, after: { status: 'expired' }, reason: '=1+1' }
      await record({ subjectId: 'm0', label: '@Nisha', ...change })
      await record({ by: CUSTOMER, action: 'booking_cancelled', subject: 'booking', subjectId: 'b1' })
      const [head, , customer, entry] = await table()
      expect(head).toBe('Entry,When,Who,Action,Subject,Name,ID,What changed,Reason')
      expect(entry).toBe(
        "1,2026-12-01 10:00,System,Membership expired,Membership,'@Nisha,m0,Status: Active → Expired,'=1+1",
      )
      expect(customer).toContain(',Customer,Cancelled a booking,')
    })

    test('returns each filtered entry once across batches', async () => {
      const first = await firstEntry(app)
      const others = Array.from({ length: 1_202 }, (_, index) => ({ ...first, id: `${index}`, position: 101 + index }))
      await execute(app, (db) => db.insertInto('audit').values(others))
      const entries = (await table({ action: 'membership_expired' })).slice(1).map((line) => Number(line.split(',')[0]))
      expect(entries).toEqual([...others.map(({ position }) => position).toReversed(), first.position])
    })

    test('records the export with its filter', async () => {
      await table({ subject: 'membership' })
      expect(await rows(app.db.read, 'audit')).toMatchObject([
        { actor: STAFF.email, action: 'audit_exported', after: '{"subject":"membership"}' },
      ])
    })
  })

  test('rejects the front desk with forbidden, and stores nothing', async () => {
    const desk = new TestBrowser()
    desk.cookies.set('sid', await startSession(app, await colleague(app)))
    await record()
    await rejected('forbidden', listAuditEntries, desk.sent)
    await rejected('forbidden', checkAuditLog, { body: {}, ...desk.sent })
    await rejected('forbidden', exportAuditLog, desk.sent)
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })
})

test('no source file updates or deletes an audit entry', () => {
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
