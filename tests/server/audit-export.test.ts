import { describe, expect, test } from 'vitest'
import { exportAuditLog } from '#contract/admin/exports.ts'
import { succeed } from '#contract/failure.ts'
import { recordAuditEntry } from '#server/audit/entries.ts'
import { setApp } from '#server/open-app.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { refused, send } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('the export of the audit on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const record = () =>
    app.db.write(async (db) => {
      const change = { before: { status: 'active' }, after: { status: 'expired' }, reason: '=1+1' }
      const deed = { by: null, action: 'membership_expired', subject: 'membership', label: '@Nisha' } as const
      await recordAuditEntry(db, { ...deed, subjectId: 'm0', ...change }, app.now())
      return succeed(undefined)
    })
  const table = async (query: Record<string, string> = {}) => {
    const { status, body } = await send(exportAuditLog, { query, ...(await owner(app)).sent })
    expect(status).toBe(200)
    return String(body).trimEnd().split('\r\n')
  }

  test('is read by spreadsheet programs, in words, and nothing in it is calculated', async () => {
    await record()
    const [head, , entry] = await table()
    expect(head).toBe('Entry,When,Who,Action,Subject,Name,ID,What changed,Why')
    expect(entry).toBe("1,2026-12-01 10:00,,Membership ran out,Membership,'@Nisha,m0,Status: Active → Expired,'=1+1")
  })

  test('holds every deed once, over many batches, and only what the filter finds', async () => {
    await record()
    const [first] = await rows(app.db.read, 'audit')
    if (!first) throw new Error('the deed is not in the audit')
    // Written as they would stand, with room below for the deed of the export itself.
    const others = Array.from({ length: 1_202 }, (_, index) => ({ ...first, id: `${index}`, position: 101 + index }))
    await app.db.write(async (db) => succeed(await db.insertInto('audit').values(others).execute()))
    const entries = (await table({ action: 'membership_expired' })).slice(1).map((line) => Number(line.split(',')[0]))
    expect(entries).toEqual([...others.map(({ position }) => position).toReversed(), first.position])
  })

  test('leaves who took it and what was looked for', async () => {
    await table({ subject: 'membership' })
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { actor: STAFF.email, action: 'audit_exported', after: '{"subject":"membership"}' },
    ])
  })

  test('is not for the front desk, nor for days that are none', async () => {
    await refused('forbidden', exportAuditLog, (await owner(app, 'desk')).sent)
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })
})
