import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { ReplaceLinkForm } from '#islands/admin/bookings/ReplaceLinkForm.tsx'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { errorBody, row, withTab } from '../../stores/admin/staff-tab.ts'
import { click, mount } from '../booking/mount.ts'

const DETAIL = row(1, { email: 'sita@example.com' }) as BookingDetail
const done = vi.fn()

const tab = withTab()
beforeEach(() => {
  done.mockClear()
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
})

async function submit(status: number, body: unknown) {
  const { element } = await mount(<ReplaceLinkForm detail={DETAIL} done={done} />)
  await click(element.querySelector('button'))
  const sent = tab.next
  await act(() => sent.respond(status, body))
  return { element, sent }
}

test('replacing a link is explained before, sends the version, and closes its form', async () => {
  const { element, sent } = await submit(200, { ...DETAIL, version: DETAIL.version + 1 })
  expect(element.textContent).toContain('stop working at once')
  expect(element.textContent).toContain('A new link is sent to sita@example.com.')
  expect(sent).toMatchObject({
    path: `/api/admin/bookings/${DETAIL.bookingId}/link-replacement`,
    body: { version: DETAIL.version },
  })
  expect(done).toHaveBeenCalledOnce()
})

test('the form stays open when someone else changed the booking', async () => {
  await submit(409, errorBody('changed_meanwhile', { current: { ...DETAIL, version: DETAIL.version + 1 } }))
  expect(done).not.toHaveBeenCalled()
})

test('staff are instructed to call a customer without an email', async () => {
  const walkIn = { ...DETAIL, email: '', phone: '+9779841234567' }
  const { element } = await mount(<ReplaceLinkForm detail={walkIn} done={done} />)
  expect(element.textContent).toContain('There is no email address: call the customer at +9779841234567.')
})

test('staff are not instructed to call a customer without a phone number either', async () => {
  const { element } = await mount(<ReplaceLinkForm detail={{ ...DETAIL, email: '', phone: '' }} done={done} />)
  expect(element.textContent).toContain('There is no email address or phone number: tell the customer when they come.')
})
