import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Visitor } from '../../stores/booking/visitor.ts'
import { click, getField, mount, type } from './mount.ts'
import { OFFERING } from './offering.ts'

async function openAddOns(plan: 'explorer' | 'professional') {
  const visitor = new Visitor().visit(`/booking?location=dhobighat-hub&plan=${plan}&billing=weekly&start=2026-12-10`)
  const page = await visitor.openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(async () => page.goToStep(3))
  await act(vi.dynamicImportSettled)
  const getAdd = (unit: string) => element.querySelector<HTMLButtonElement>(`[aria-label="Add ${unit}"]`)
  return { page, element, getAdd }
}

test('step 3 counts as many guests of a day pass as it has seats, and rejects more that are typed', async () => {
  const { page, element, getAdd } = await openAddOns('explorer')
  await click(getAdd('guest pass'))
  expect(page.$draft.get().guestPasses).toBe(1)
  expect(getAdd('guest pass')?.disabled).toBe(true)
  expect(element.textContent).toContain('Each seat can have one guest.')
  await type(getField(element, '#guestPasses'), '3')
  expect(element.querySelector('#guestPasses-error')?.textContent).toContain('At most 1 guest for 1 seat')
})

test('step 3 counts up to two meeting-room hours and two guests for each day of a longer booking', async () => {
  const { page, getAdd } = await openAddOns('professional')
  await act(async () => page.changeDraft({ meetingRoomHours: 13, guestPasses: 13 }))
  await click(getAdd('hour'))
  await click(getAdd('guest pass'))
  expect(page.$draft.get()).toMatchObject({ meetingRoomHours: 14, guestPasses: 14 })
  expect([getAdd('hour')?.disabled, getAdd('guest pass')?.disabled]).toEqual([true, true])
})

test('step 3 says how long a monthly add-on of a day pass lasts', async () => {
  expect((await openAddOns('explorer')).element.textContent).toContain('Runs for one month, even with a day pass.')
  expect((await openAddOns('professional')).element.textContent).not.toContain('Runs for one month')
})
