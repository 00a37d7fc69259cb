import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { BOOKING_ID, type Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const PATH = `/api/bookings/${BOOKING_ID}/people`

let visitor: Payer
const open = async (booking: Partial<BookingView>) => {
  visitor = await openYourBooking(booking)
  await act(vi.dynamicImportSettled)
}
const press = async (name: string) => {
  await click(findButton(document.body, name))
  await act(waitForRequests)
}
const sent = () => visitor.server.requestsTo(new RegExp(`^PUT ${PATH}`))

test('names of people are added, saved and shown', async () => {
  await open({ seats: 3, people: ['', '', ''] })
  await press('Add names')
  const first = getField(document.body, '#person-1')
  expect(document.activeElement).toBe(first)
  await type(first, 'Aarati')
  await type(getField(document.body, '#person-3'), 'Nisha')
  const people = ['Aarati', '', 'Nisha']
  visitor.server.overrides[`PUT ${PATH}`] = () => ({ status: 200, body: bookingView({ seats: 3, people }) })
  await press('Save names')
  expect(sent()).toMatchObject([{ body: { people } }])
  expect(pageText()).toContain('The names are saved.')
  expect(pageText()).toContain('AaratiNisha')
  expect(document.activeElement).toBe(findButton(document.body, 'Change names'))
})

test('a rejected name is marked in its field', async () => {
  await open({ seats: 2, people: ['', ''] })
  await press('Add names')
  await type(getField(document.body, '#person-2'), 'www.evil.example')
  visitor.server.overrides[`PUT ${PATH}`] = () => ({
    status: 422,
    body: { error: { code: 'invalid', fields: { 'people.1': 'Enter a name without a web address' } } },
  })
  await press('Save names')
  expect(document.activeElement).toBe(getField(document.body, '#person-2'))
  expect(pageText()).toContain('Enter a name without a web address')
  await press('Back')
  expect(findButton(document.body, 'Add names')).not.toBeNull()
})

test('a section without names is not printed', async () => {
  const isPrinted = () => document.querySelector('#people')?.closest('.no-print') === null
  await open({ seats: 2, people: ['Aarati', ''] })
  expect(isPrinted()).toBe(true)
  await open({ seats: 2, people: ['', ''] })
  expect(isPrinted()).toBe(false)
})

test('names cannot be changed after the last day, or for one seat', async () => {
  await open({ seats: 2, people: ['Aarati', ''], endDate: '2026-12-01', startDate: '2026-12-01' })
  expect(pageText()).toContain('Aarati')
  expect(findButton(document.body, 'Change names')).toBeNull()
  await open({ seats: 1 })
  expect(pageText()).not.toContain('People')
})
