import { beforeEach, expect, test } from 'vitest'
import { loadDaySheet } from '#server/desk/day.ts'
import { saveHandover } from '#server/desk/handover.ts'
import { loadToday } from '#server/reports/today.ts'
import { deleteOldRows } from '#server/retention.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR, rows } from '../../support/app.ts'
import { granted } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { staffMember } from '../../support/staff-member.ts'

const HUB = 'dhobighat-hub'
const [YESTERDAY, TODAY] = ['2026-11-30', '2026-12-01']

describeOnEachEngine('notes for the next shift on %s', (app) => {
  let desk: Staff
  beforeEach(async () => {
    desk = await staffMember(app, 'desk', [HUB])
  })
  const save = (body: string, version = 0, date = TODAY, locationId = HUB) =>
    saveHandover(app, desk, { locationId, date, version, body })
  const read = async (date = TODAY) => granted(await loadDaySheet(app, desk, { location: HUB, date })).handover

  test('are shown on the day sheet and the dashboard, with their author', async () => {
    expect(await read()).toEqual({ body: '', version: 0, by: null, earlier: null })
    const saved = granted(await save('Call the plumber'))
    expect(saved).toEqual({ body: 'Call the plumber', version: 1, by: expect.any(String), earlier: null })
    expect(await read()).toEqual(saved)
    expect(granted(await loadToday(app, desk)).locations).toMatchObject([{ locationId: HUB, handover: saved }])
    expect(await auditEntries(app)).toMatchObject([{ action: 'handover_changed', before: null, after: null }])
  })

  test('of an earlier day are shown until the day has its own', async () => {
    granted(await save('Key is with Maya', 0, YESTERDAY))
    const earlier = { date: YESTERDAY, body: 'Key is with Maya', by: expect.any(String) }
    expect(await read()).toEqual({ body: '', version: 0, by: null, earlier })
    granted(await save('Key is back'))
    expect(await read()).toMatchObject({ body: 'Key is back', earlier: null })
    expect(await read(YESTERDAY)).toMatchObject({ body: 'Key is with Maya', earlier: null })
    granted(await save('', 1))
    expect(await read()).toMatchObject({ body: '', version: 2, earlier: null })
  })

  test('are deleted 90 days after their day', async () => {
    granted(await save('Call the plumber'))
    app.clock.advance(89 * 24 * HOUR)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'handover_notes')).toHaveLength(1)
    app.clock.advance(24 * HOUR)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'handover_notes')).toEqual([])
  })

  test('are saved once of several at the same time', async () => {
    const outcomes = await atOnce(3, (index) => save(`note ${index}`))
    expect(outcomes.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', 'ok'])
    expect(await rows(app.db.read, 'handover_notes')).toHaveLength(1)
  })

  test('are rejected for other locations and invalid days', async () => {
    await expectNothingStored(app, async () => {
      expect(codeOf(await save('note', 0, TODAY, 'kausimaa'))).toBe('not_found')
      expect(codeOf(await save('note', 0, 'today'))).toBe('invalid')
      expect(codeOf(await save('note', 1))).toBe('changed_meanwhile')
    })
  })
})
