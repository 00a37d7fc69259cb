import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { BookingActions } from '#islands/admin/bookings/BookingActions.tsx'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { $session } from '#stores/admin/session/session.ts'
import { errorBody, row, staffSession, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()

const DETAIL = { ...row(1), difference: 0, seats: 2, people: ['Aarati', ''] } as unknown as BookingDetail

beforeEach(() => {
  $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return startDrafts()
})

test('the front desk names the people of a team by seat, and the form closes once they are saved', async () => {
  const { element } = await mount(<BookingActions detail={DETAIL} />)
  await click(findButton(element, 'Edit names'))
  expect(getField(element, '#booking-person-1').value).toBe('Aarati')
  await type(getField(element, '#booking-person-2'), 'www.evil.example')
  await click(findButton(element, 'Save names'))
  const path = `/api/admin/bookings/${DETAIL.bookingId}/people`
  const rejected = tab.take(path, 'PUT')
  expect(rejected.body).toEqual({ people: ['Aarati', 'www.evil.example'] })
  const fields = { 'people.1': 'Enter a name without a web address' }
  await act(() => rejected.respond(422, errorBody('invalid', { fields })))
  expect(textsOf(element, '.error')).toEqual(['Enter a name without a web address'])
  await type(getField(element, '#booking-person-2'), 'Nisha')
  await click(findButton(element, 'Save names'))
  const sent = tab.take(path, 'PUT')
  expect(sent.key).not.toBeNull()
  await act(() => sent.respond(200, { ...DETAIL, people: ['Aarati', 'Nisha'] }))
  expect(findButton(element, 'Save names')).toBeNull()
})

test('one seat, a cancelled booking and a past one have no names to edit', async () => {
  for (const over of [{ seats: 1 }, { state: 'cancelled' }, { endDate: '2026-11-30' }]) {
    const { element } = await mount(<BookingActions detail={{ ...DETAIL, ...over } as BookingDetail} />)
    expect(findButton(element, 'Edit names')).toBeNull()
  }
})
