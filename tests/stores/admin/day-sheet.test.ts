import { expect, test, vi } from 'vitest'
import { $arrivalChanges, findArrivalProblem, toggleArrival } from '#stores/admin/desk/arrivals.ts'
import { $daySheet, chooseDay, openDaySheet, readSheet, shiftDay } from '#stores/admin/desk/day-sheet.ts'
import { $session } from '#stores/admin/session/session.ts'
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

test('what is in sight is of the day and the place that are named, and what could not be read is not there', async () => {
  $session.set({ state: 'open', who: who() })
  const sheet = (date: string, locationId = 'dhobighat-hub') => ({ locationId, date, people: [] })
  void openDaySheet()
  await tab.next.answer(200, sheet('2026-12-10'))
  expect($daySheet.get().sheet).toEqual(sheet('2026-12-10'))
  shiftDay(1)
  expect($daySheet.get()).toEqual({ location: 'dhobighat-hub', date: '2026-12-11' })
  await tab.next.answer(503, refusal('not_ready'))
  expect($daySheet.get()).toMatchObject({ date: '2026-12-11', failure: { code: 'not_ready' } })
  expect($daySheet.get().sheet).toBeUndefined()
  chooseDay({ location: 'kausimaa' })
  expect($daySheet.get().failure).toBeUndefined()
  await tab.next.answer(200, sheet('2026-12-11', 'kausimaa'))
  // The same one read again stays through a moment without an answer.
  void readSheet()
  await tab.next.answer(503, refusal('not_ready'))
  expect($daySheet.get()).toMatchObject({ sheet: sheet('2026-12-11', 'kausimaa'), failure: { code: 'not_ready' } })
})

test('everybody who is pressed is marked, each once, and the list is read after the last of them', async () => {
  let show = () => {}
  const read = vi.fn(() => new Promise<void>((resolve) => (show = resolve)))
  const arrive = (bookingId: string) => void toggleArrival({ bookingId, arrivedAt: null }, '2026-12-10', read)
  for (const id of ['a', 'b', 'b']) arrive(id)
  expect(tab.asked.map(({ path }) => path)).toEqual(['a', 'b'].map((id) => `/api/admin/bookings/${id}/arrival`))
  await tab.next.answer(503, refusal('not_ready'))
  const failed = [{ bookingId: 'a', here: true, problem: expect.stringMatching(/./) }]
  expect($arrivalChanges.get()).toEqual({ busy: ['a', 'b'], failed })
  expect(read).not.toHaveBeenCalled()
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  expect(read).toHaveBeenCalledTimes(1)
  arrive('c')
  show()
  await settle()
  expect($arrivalChanges.get()).toEqual({ busy: ['a', 'b', 'c'], failed })
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  expect(read).toHaveBeenCalledTimes(2)
  show()
  await settle()
  expect($arrivalChanges.get()).toEqual({ busy: [], failed })
  arrive('a')
  expect($arrivalChanges.get()).toEqual({ busy: ['a'], failed: [] })
  await tab.next.answer(200, { arrivedAt: '2026-12-10T04:15:00.000Z' })
  show()
  await settle()
})

test('what was wished and is so is no problem, though its answer was lost', async () => {
  const [here, away] = [
    { bookingId: 'a', arrivedAt: '2026-12-10T04:15:00.000Z' },
    { bookingId: 'a', arrivedAt: null },
  ]
  void toggleArrival(here, '2026-12-10', async () => {})
  await tab.next.answer(500, refusal('internal'))
  const { failed } = $arrivalChanges.get()
  expect(findArrivalProblem(failed, [here])).toMatch(/./)
  expect(findArrivalProblem(failed, [away])).toBeUndefined()
})
