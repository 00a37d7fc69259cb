import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { BOOKING_ID, errorResponse, type Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import type { Environment } from '../../support/environment.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const PATH = `/api/bookings/${BOOKING_ID}`
const OFFERED = { ...bookingView().actions, changeDetails: true, resend: true }

const saved: { name: string; text: string }[] = []
beforeEach(() => {
  saved.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const { name, type } = file as File
    void (file as File).text().then((text) => saved.push({ name: `${name} ${type}`, text }))
    return 'blob:calendar'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

let visitor: Payer

const open = async (booking: Partial<BookingView>, environment?: Partial<Environment>) => {
  visitor = await openYourBooking(booking, { environment })
}
const press = async (name: string) => {
  await click(findButton(document.body, name))
  await act(waitForRequests)
}
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
const requests = (method: string) => visitor.server.requestsTo(new RegExp(`^${method} ${PATH}`))
const field = (name: string) => getField(document.body, `[name="${name}"]`)

test('the page offers what the state of the booking allows', async () => {
  await open({ actions: OFFERED })
  expect(buttons()).toEqual(
    expect.arrayContaining(['Add to calendar', 'Share the visit', 'Resend confirmation', 'Change details']),
  )
  await open({ status: 'held', expiresAt: '2026-12-03T08:00:00.000Z', actions: { ...OFFERED, resend: false } })
  expect(buttons()).toContain('Change details')
  for (const name of ['Add to calendar', 'Share the visit', 'Resend confirmation'])
    expect(buttons()).not.toContain(name)
  await open({ status: 'cancelled' })
  expect(buttons()).not.toContain('Change details')
})

test('the actions come before the details of the booking', async () => {
  await open({ actions: OFFERED })
  expect(pageText()).toMatch(/Add to calendar.*Change details.*Share the visit.*Booking ID.*Book again/)
})

test('changed details are sent, shown and announced', async () => {
  await open({ actions: OFFERED })
  await press('Change details')
  expect(document.activeElement).toBe(field('phone'))
  await type(field('company'), ' Sagarmatha Studio ')
  visitor.server.overrides[`PATCH ${PATH}`] = () => ({
    status: 200,
    body: bookingView({ actions: OFFERED, contact: { ...bookingView().contact, company: 'Sagarmatha Studio' } }),
  })
  await press('Save details')
  expect(requests('PATCH')).toMatchObject([{ body: { company: 'Sagarmatha Studio' } }])
  expect(pageText()).toContain('Your details are saved.')
  expect(pageText()).toContain('Aarati Shrestha, Sagarmatha Studio')
  expect(document.querySelector('form[aria-label="Change details"]')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Change details')
})

test('an invalid phone is shown at its field and not sent', async () => {
  await open({ actions: OFFERED })
  await press('Change details')
  await type(field('phone'), '123')
  await press('Save details')
  expect(field('phone').getAttribute('aria-invalid')).toBe('true')
  expect(pageText()).toContain('Enter a phone number of 7 to 15 digits')
  expect(document.activeElement).toBe(field('phone'))
  expect(requests('PATCH')).toEqual([])
})

test('a failed change is explained, and keeps what was typed', async () => {
  await open({ actions: OFFERED })
  await press('Change details')
  await type(field('company'), 'One')
  visitor.server.overrides[`PATCH ${PATH}`] = () => 'unreachable'
  await press('Save details')
  expect(pageText()).toContain('We could not reach the server.')
  expect(field('company').value).toBe('One')
  visitor.server.overrides[`PATCH ${PATH}`] = () => errorResponse(409, 'wrong_state')
  await press('Save details')
  expect(pageText()).toContain('The current status of the booking does not allow this.')
})

test('unchanged details are not sent', async () => {
  await open({ actions: OFFERED })
  await press('Change details')
  await press('Save details')
  expect(requests('PATCH')).toEqual([])
})

test('the confirmation is resent once a minute', async () => {
  await open({ actions: OFFERED })
  visitor.server.overrides[`POST ${PATH}/mail`] = () => ({ status: 202, body: {} })
  await press('Resend confirmation')
  await press('Resend confirmation')
  expect(requests('POST')).toHaveLength(1)
  expect(pageText()).toContain('We sent the confirmation to aarati@example.com.')
  await act(() => visitor.advance(60_000))
  visitor.server.overrides[`POST ${PATH}/mail`] = () => errorResponse(429, 'too_many', { retryAfter: 120 })
  await press('Resend confirmation')
  expect(requests('POST')).toHaveLength(2)
  expect(pageText()).toContain('Too many attempts. Try again in 2 minutes.')
})

test('a link that has ended is shown as such', async () => {
  await open({ actions: OFFERED })
  for (const call of [`GET ${PATH}`, `POST ${PATH}/mail`])
    visitor.server.overrides[call] = () => errorResponse(404, 'not_found')
  await press('Resend confirmation')
  expect(document.querySelector('h1')?.textContent).toBe('This link does not open a booking')
})

test('the calendar file is read with the secret as a header, and saved under the reference', async () => {
  await open({})
  visitor.server.overrides[`GET ${PATH}/calendar.ics`] = () => ({ status: 200, body: 'BEGIN:VCALENDAR' })
  await press('Add to calendar')
  await act(waitForRequests)
  expect(saved).toEqual([{ name: `${BOOKING_ID}.ics text/calendar`, text: 'BEGIN:VCALENDAR' }])
  expect(visitor.server.requests.map(({ call }) => call).join()).not.toContain('s3cret')
  visitor.server.overrides[`GET ${PATH}/calendar.ics`] = () => errorResponse(409, 'wrong_state')
  await press('Add to calendar')
  expect(saved).toHaveLength(1)
  expect(pageText()).toContain('The current status of the booking does not allow this.')
})

const VISIT_LINK = 'http://localhost/locations/dhobighat-hub#visit=2026-12-10..2026-12-10'

test('the visit is shared with the share sheet of the device, without id and secret', async () => {
  const share = vi.fn()
  await open({}, { canShare: () => true, share })
  await press('Share the visit')
  const title = 'Coworking at Dhobighat Hub, 10 Dec 2026'
  expect(share.mock.calls).toEqual([[{ title, text: title, url: VISIT_LINK }]])
  expect(JSON.stringify(share.mock.calls)).not.toMatch(/BK-|s3cret/)
})

test.each([
  [true, 'Link copied, with place and dates.'],
  [false, `Select the link and copy it: ${VISIT_LINK}`],
])('the link of the visit is copied without a share sheet, or shown (%s)', async (isAllowed, message) => {
  const copy = vi.fn(async () => isAllowed)
  await open({}, { canShare: () => false, copy })
  await press('Share the visit')
  expect(copy.mock.calls).toEqual([[`Coworking at Dhobighat Hub, 10 Dec 2026: ${VISIT_LINK}`]])
  expect(pageText()).toContain(message)
})
