import { useStore } from '@nanostores/react'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { Guests } from '#islands/admin/bookings/GuestForm.tsx'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { day } from '../../domain/business.ts'
import { errorBody, row, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, mount } from '../booking/mount.ts'

const tab = withTab()

const nisha = { guestId: 'g1', date: day('2026-12-11'), name: 'Nisha', canCancel: true }
const DETAIL = {
  ...row(1),
  guests: { list: [nisha], included: [], bought: 2, canAdd: true },
} as unknown as BookingDetail

beforeEach(() => {
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return startDrafts()
})

function Drawer() {
  const selected = useStore($selectedBooking)
  return selected.state === 'open' && selected.detail.guests && <Guests guests={selected.detail.guests} />
}

async function cancelNisha() {
  const { element } = await mount(<Drawer />)
  expect(element.textContent).toContain('2 bought guest passes left.')
  await click(findButton(element, 'Cancel'))
  expect(tab.requests).toEqual([])
  await click(findButton(element, 'Cancel this guest'))
  return { element, request: tab.take(`/api/admin/bookings/${DETAIL.bookingId}/guests/g1`, 'DELETE') }
}

test('after a guest is cancelled, the focus is on the heading', async () => {
  const { element, request } = await cancelNisha()
  await act(() => request.respond(200, { ...DETAIL, version: 9, guests: { ...DETAIL.guests, list: [] } }))
  expect(element.textContent).not.toContain('Nisha')
  expect(document.activeElement?.id).toBe('booking-guests')
})

test('the button has the focus while the guest cannot be cancelled', async () => {
  const { element, request } = await cancelNisha()
  await act(() => request.respond(409, errorBody('wrong_state')))
  expect(document.activeElement).toBe(findButton(element, 'Cancel'))
})
