import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { PaymentLinkButtons } from '#islands/admin/bookings/PaymentLinkButtons.tsx'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { row, withTab } from '../../stores/admin/staff-tab.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { click, mount } from '../booking/mount.ts'

const DETAIL = row(1) as BookingDetail
const LINK = 'http://localhost:4321/payment#booking=BK-1'
const clipboard = vi.fn(async () => true)

const tab = withTab()
beforeEach(() => {
  clipboard.mockClear()
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return replaceEnvironment({ copy: clipboard })
})

/** Requests the link, and responds after `duringRequest` has run. */
async function copyLink(duringRequest: (close: () => Promise<void>) => unknown) {
  const { element, show } = await mount(<PaymentLinkButtons detail={DETAIL} />)
  await click(element.querySelector('button'))
  const sent = tab.next
  await act(async () => void (await duringRequest(() => show(null))))
  await act(() => sent.respond(200, { link: LINK, booking: DETAIL }))
  return element
}

test('a payment link is copied to the clipboard', async () => {
  const element = await copyLink(() => {})
  expect(clipboard.mock.calls).toEqual([[LINK]])
  expect(element.textContent).toContain('Payment link copied.')
})

test.each([
  ['something else was copied', () => document.dispatchEvent(new Event('copy'))],
  ['the window lost the focus', () => window.dispatchEvent(new Event('blur'))],
])('a payment link is shown as text when %s before the response', async (_, trigger) => {
  const element = await copyLink(trigger)
  expect(clipboard).not.toHaveBeenCalled()
  expect(element.textContent).toContain(`Select the link and copy it:${LINK}`)
})

test('a payment link is not copied once its booking is closed', async () => {
  await copyLink((close) => close())
  expect(clipboard).not.toHaveBeenCalled()
})
