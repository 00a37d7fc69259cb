import { expect, test, vi } from 'vitest'
import { $arriving, toggleArrival } from '#stores/admin/arrivals.ts'
import { $daySheet, openDaySheet } from '#stores/admin/day-sheet.ts'
import { $session } from '#stores/admin/session.ts'
import { refusal, settle, type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin/day-sheet?location=dhobighat-hub&date=2026-12-10')
})

test.each([
  ['the one that the address names', null, 'dhobighat-hub'],
  ["one's own, where a colleague's link names another", ['kausimaa'] as const, 'kausimaa'],
])('opens the sheet of %s', (_, workplaces, location) => {
  $session.set({ state: 'open', who: who({ role: 'desk', workplaces: workplaces && [...workplaces] }) })
  void openDaySheet()
  expect($daySheet.get()).toMatchObject({ location, date: '2026-12-10' })
  expect(tab.next.query).toEqual({ location, date: '2026-12-10' })
  expect(tab.url.search).toBe(`?location=${location}&date=2026-12-10`)
})

test('everybody who is pressed is marked, each once, and the list is read after the last of them', async () => {
  let show = () => {}
  const read = vi.fn(() => new Promise<void>((resolve) => (show = resolve)))
  const arrive = (bookingId: string) => void toggleArrival({ bookingId, arrivedAt: null }, '2026-12-10', read)
  for (const id of ['a', 'b', 'b']) arrive(id)
  expect(tab.asked.map(({ path }) => path)).toEqual(['a', 'b'].map((id) => `/api/admin/bookings/${id}/arrival`))
  await tab.next.answer(503, refusal('not_ready'))
  const problem = expect.stringMatching(/./)
  expect($arriving.get()).toEqual({ busy: ['a', 'b'], problem })
  expect(read).not.toHaveBeenCalled()
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  expect(read).toHaveBeenCalledTimes(1)
  arrive('c')
  show()
  await settle()
  expect($arriving.get()).toEqual({ busy: ['a', 'b', 'c'], problem })
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  expect(read).toHaveBeenCalledTimes(2)
  show()
  await settle()
  expect($arriving.get()).toEqual({ busy: [], problem })
  arrive('a')
  expect($arriving.get()).toEqual({ busy: ['a'], problem: '' })
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  show()
  await settle()
})
