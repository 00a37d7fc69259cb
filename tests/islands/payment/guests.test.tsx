import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { day } from '../../domain/business.ts'
import { BOOKING_ID, type Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const PATH = `/api/bookings/${BOOKING_ID}/guests`

const GUESTS: NonNullable<BookingView['guests']> = {
  list: [],
  included: [{ from: day('2026-12-10'), to: day('2027-01-09'), guests: 5, left: 5 }],
  bought: 1,
  canAdd: true,
}
const nisha = { guestId: 'g1', date: day('2026-12-11'), name: 'Nisha', canCancel: true }
const announced = { ...GUESTS, list: [nisha] }

let visitor: Payer
const open = async (guests: BookingView['guests']) => {
  visitor = await openYourBooking({ guests, startDate: '2026-12-10', endDate: '2027-01-09' })
  await act(vi.dynamicImportSettled)
}
const press = async (name: string) => {
  await click(findButton(document.body, name))
  await act(waitForRequests)
}
const respond = (call: string, guests: BookingView['guests']) => {
  visitor.server.overrides[call] = () => ({ status: 200, body: bookingView({ guests }) })
}

test('a guest is announced and shown', async () => {
  await open(GUESTS)
  expect(pageText()).toContain('5 of 5 included guest days left, 10 Dec 2026 – 9 Jan 2027. 1 bought guest pass left.')
  await press('Add a guest')
  const date = getField(document.body, '#guest-date')
  expect(document.activeElement).toBe(date)
  expect([date.value, date.min, date.max]).toEqual(['2026-12-10', '2026-12-10', '2027-01-09'])
  await type(date, '2026-12-11')
  await type(getField(document.body, '#guest-name'), 'Nisha')
  respond(`POST ${PATH}`, announced)
  await press('Add guest')
  expect(visitor.server.requestsTo(new RegExp(`^POST ${PATH}`))).toMatchObject([
    { body: { date: '2026-12-11', name: 'Nisha' } },
  ])
  expect(pageText()).toContain('Your guest is expected on Friday, 11 Dec 2026.')
  expect(document.activeElement).toBe(findButton(document.body, 'Add a guest'))
})

test('the heading has the focus after the last guest that could be announced', async () => {
  await open(GUESTS)
  await press('Add a guest')
  respond(`POST ${PATH}`, { ...announced, canAdd: false })
  await press('Add guest')
  expect(pageText()).toContain('Your guest is expected on Thursday, 10 Dec 2026.')
  expect(document.activeElement?.id).toBe('guests')
})

test('a guest is cancelled, and focus stays in the section', async () => {
  await open(announced)
  respond(`DELETE ${PATH}/g1`, GUESTS)
  await press('Cancel')
  expect(document.activeElement).toBe(findButton(document.body, 'Cancel this guest'))
  expect(pageText()).toContain('Cancel the guest on 11 Dec, Nisha?')
  await press('Cancel this guest')
  expect(pageText()).toContain('The guest of Friday, 11 Dec 2026 is cancelled.')
  expect(document.activeElement?.id).toBe('guests')
})

test('a guest stays without the confirmation, and the question after a failure', async () => {
  await open(announced)
  await press('Cancel')
  await press('Keep it')
  expect(document.activeElement).toBe(findButton(document.body, 'Cancel'))
  expect(visitor.server.requestsTo(/^DELETE/)).toEqual([])
  const error = { code: 'wrong_state', message: 'This guest can no longer be cancelled.' }
  visitor.server.overrides[`DELETE ${PATH}/g1`] = () => ({ status: 409, body: { error } })
  await press('Cancel')
  await press('Cancel this guest')
  expect(pageText()).toContain(error.message)
  expect(findButton(document.body, 'Cancel this guest')).not.toBeNull()
})

test('a full day is reported beside the form', async () => {
  await open(GUESTS)
  await press('Add a guest')
  const message = 'No seat is left on 10 Dec 2026. Choose another day.'
  visitor.server.overrides[`POST ${PATH}`] = () => ({ status: 409, body: { error: { code: 'sold_out', message } } })
  await press('Add guest')
  expect(pageText()).toContain(message)
})

test('guests that were announced are shown when no more can come', async () => {
  await open({ ...announced, canAdd: false, list: [{ ...nisha, canCancel: false }] })
  expect(pageText()).toContain('Nisha')
  for (const name of ['Add a guest', 'Cancel']) expect(findButton(document.body, name)).toBeNull()
})

test('a booking that cannot have guests yet has no section for them', async () => {
  await open({ ...GUESTS, canAdd: false })
  expect(document.querySelector('section[aria-labelledby="guests"]')).toBeNull()
})
