import { expect, test } from 'vitest'
import { $publishing, publish, readPublishing } from '#stores/admin/publishing.ts'
import { settle, type Tab, withTab } from './desk.ts'

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
  expect($publishing.get()).toMatchObject({ busy: false, ordered: false, failure: { code: 'deploy_hook_failed' } })
  void readPublishing()
  const before = tab.next
  void publish()
  await tab.next.answer(200, { ...told, behind: false })
  await settle()
  await before.answer(200, told)
  expect($publishing.get()).toEqual({ publishing: { ...told, behind: false }, busy: false, ordered: true })
})
