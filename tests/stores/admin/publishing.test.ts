import { beforeEach, describe, expect, test } from 'vitest'
import { $publishing, publish, readPublishing } from '#stores/admin/prices/publishing.ts'
import { refusal, settle, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('one press on publish is one order, and its answer is told', async () => {
  const told = { available: true, last: null, behind: true }
  void readPublishing()
  await tab.next.answer(200, told)
  void publish()
  void publish()
  expect(tab.asked).toMatchObject([{ method: 'POST', path: '/api/admin/publishing' }])
  await tab.next.answer(503, { error: { code: 'deploy_hook_failed', message: 'm' } })
  expect($publishing.get()).toMatchObject({ busy: false, isRequested: false, failure: { code: 'deploy_hook_failed' } })
  void readPublishing()
  const before = tab.next
  void publish()
  await tab.next.answer(200, { ...told, behind: false })
  await settle()
  await before.answer(200, told)
  expect($publishing.get()).toEqual({ publishing: { ...told, behind: false }, busy: false, isRequested: true })
})

describe('an order of a build whose answer is lost', () => {
  const last = (at: string, status: number) => ({ by: 'One', at, status })
  const told = { available: true, last: last('2026-12-01T04:00:00.000Z', 200), behind: true }
  const ordered = { ...told, last: last('2026-12-01T04:15:00.000Z', 200), behind: false }
  const publishLost = async (now: typeof told) => {
    void readPublishing()
    await tab.next.answer(200, told)
    void publish()
    await tab.next.answer(500, refusal('internal'))
    await tab.next.answer(200, now)
    await settle()
  }
  beforeEach(() => $publishing.set({ busy: false, isRequested: false }))

  test('is told where it was taken, and no second one is made until prices have changed', async () => {
    await publishLost(ordered)
    expect($publishing.get()).toEqual({ publishing: ordered, busy: false, isRequested: true })
    void publish()
    expect(tab.asked).toEqual([])
    void readPublishing()
    await tab.next.answer(200, { ...ordered, behind: true })
    void publish()
    await tab.next.answer(200, ordered)
  })

  test.each([
    ['did not come', told],
    ['was not taken', { ...told, last: last('2026-12-01T04:15:00.000Z', 500) }],
  ])('can be made again where it %s', async (_, now) => {
    await publishLost(now)
    expect($publishing.get()).toMatchObject({ busy: false, isRequested: false, failure: { code: 'internal' } })
  })
})
