import { expect, test } from 'vitest'
import { $daySheet, openDaySheet } from '#stores/admin/day-sheet.ts'
import { $session } from '#stores/admin/session.ts'
import { type Tab, who, withTab } from './desk.ts'

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
