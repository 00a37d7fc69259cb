import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { PaymentLink } from '#islands/admin/bookings/PaymentLink.tsx'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { row, type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount, press } from '../booking/mount.ts'

const DETAIL = row(1) as BookingDetail
const LINK = 'http://localhost:4321/payment#booking=BK-1'
const clipboard = vi.fn(async () => true)

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => {
  clipboard.mockClear()
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return replaceEnvironment({ copy: clipboard })
})

/** The link is asked for, and comes once `meanwhile` has happened. */
async function copied(meanwhile: (leave: () => Promise<void>) => unknown) {
  const { element, show } = await mount(<PaymentLink detail={DETAIL} />)
  await press(element.querySelector('button'))
  const sent = tab.next
  await act(async () => void (await meanwhile(() => show(null))))
  await act(() => sent.answer(200, { link: LINK, booking: DETAIL }))
  return element
}

test('the link to pay goes onto the clipboard', async () => {
  const element = await copied(() => {})
  expect(clipboard.mock.calls).toEqual([[LINK]])
  expect(element.textContent).toContain('is on the clipboard')
})

test.each([
  ['something else was copied', () => document.dispatchEvent(new Event('copy'))],
  ['somebody was in another window', () => window.dispatchEvent(new Event('blur'))],
])('it is shown instead where %s before it came', async (_, happens) => {
  const element = await copied(happens)
  expect(clipboard).not.toHaveBeenCalled()
  expect(element.textContent).toContain(`Mark the link and copy it:${LINK}`)
})

test('it goes nowhere once its booking is out of sight', async () => {
  await copied((leave) => leave())
  expect(clipboard).not.toHaveBeenCalled()
})
