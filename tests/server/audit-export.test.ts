import { describe, expect, test } from 'vitest'
import { exportDeeds } from '#contract/admin/exports.ts'
import { succeed } from '#contract/failure.ts'
import { useApp } from '#server/app.ts'
import { recordDeed } from '#server/audit.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { refused, send } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('the export of the audit on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    useApp(app)
  })
  const record = (count: number, reason = '=1+1') =>
    app.db.write(async (db) => {
      const change = { before: { status: 'active' }, after: { status: 'expired' } }
      const deed = { by: null, action: 'membership_expired', subject: 'membership', label: '@Nisha' } as const
      for (let index = 0; index < count; index++)
        await recordDeed(db, { ...deed, subjectId: `m${index}`, reason, ...change }, app.now())
      return succeed(undefined)
    })
  const table = async (query: Record<string, string> = {}) => {
    const { status, body } = await send(exportDeeds, { query, ...(await owner(app)).sent })
    expect(status).toBe(200)
    return String(body).trimEnd().split('\r\n')
  }

  test('is read by spreadsheet programs, in words, and nothing in it is calculated', async () => {
    await record(1)
    const [head, , entry] = await table()
    expect(head).toBe('Entry,When,Who,Action,Subject,Name,ID,What changed,Why')
    expect(entry).toBe("1,2026-12-01 10:00,,Membership ran out,Membership,'@Nisha,m0,Status: Active → Expired,'=1+1")
  })

  test('holds every deed once, over many batches, and only what the filter finds', async () => {
    await record(1_203)
    const entries = (await table({ action: 'membership_expired' })).slice(1).map((line) => Number(line.split(',')[0]))
    expect(entries).toEqual(Array.from({ length: 1_203 }, (_, index) => 1_203 - index))
  })

  test('leaves who took it and what was looked for', async () => {
    await table({ subject: 'membership' })
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { actor: STAFF.email, action: 'audit_exported', after: '{"subject":"membership"}' },
    ])
  })

  test('is not for the front desk, nor for days that are none', async () => {
    await refused('forbidden', exportDeeds, (await owner(app, 'desk')).sent)
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })
})
