import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { BOOKING_ID, errorResponse, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { recordSavedFiles } from '../../support/saved-files.ts'
import { finishLoading, mountYourBooking, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const PATH = `/api/bookings/${BOOKING_ID}`
const BILL = {
  number: 'KAU-8384-00001',
  kind: 'vat',
  heading: 'Tax Invoice',
  issuedOn: '2026-12-03',
  total: 52_750,
  of: null,
}
const NOTE = { ...BILL, number: 'KAU-CN-8384-00001', kind: 'credit', heading: 'Credit Note', of: BILL.number }
const UNPAID: Partial<BookingView> = {
  status: 'held',
  history: [],
  actions: { ...bookingView().actions, changeDetails: true },
}

const saved = recordSavedFiles()
beforeAll(async () => {
  await import('#islands/payment/your-booking/Bills.tsx')
})

let visitor: Payer
const list = (items: readonly object[], waiting = false) => ({ status: 200, body: { items, waiting } })
async function open(booking: Partial<BookingView>, response: ReturnType<typeof errorResponse> = list([])) {
  visitor = new Payer()
  visitor.server.overrides[`GET ${PATH}`] = () => ({ status: 200, body: bookingView(booking) })
  visitor.server.overrides[`GET ${PATH}/bills`] = () => response
  await mountYourBooking(visitor, { path: `/your-booking#${BOOKING_ID}.s3cret` })
  await finishLoading()
}
const press = async (button: HTMLButtonElement | null) => {
  await click(button)
  await act(waitForRequests)
}
const findDownload = ({ number }: { number: string }) =>
  document.querySelector<HTMLButtonElement>(`[aria-label="Download ${number}"]`)

test('bills and notes are listed and saved as files', async () => {
  await open({}, list([BILL, NOTE]))
  expect(pageText()).toContain('Tax Invoice KAU-8384-00001')
  expect(pageText()).toContain('3 Dec 2026, for KAU-8384-00001')
  for (const { number } of [BILL, NOTE])
    visitor.server.overrides[`POST ${PATH}/bills/${number}/copies`] = () => ({ status: 201, body: { copy: 1 } })
  visitor.server.overrides[`GET ${PATH}/bill.pdf?number=${NOTE.number}&copy=1`] = () => ({ status: 200, body: '%PDF' })
  await press(findDownload(NOTE))
  expect(visitor.server.requestsTo(/copies/)).toMatchObject([{ body: { medium: 'pdf' } }])
  expect(saved).toEqual(['KAU-CN-8384-00001.pdf application/pdf'])
  const limited = errorResponse(429, 'too_many')
  visitor.server.overrides[`GET ${PATH}/bill.pdf?number=${BILL.number}&copy=1`] = () => limited
  await press(findDownload(BILL))
  expect(saved).toHaveLength(1)
  expect(document.querySelector('[aria-labelledby="bills"] .error')).not.toBeNull()
})

test('a bill without a number is announced', async () => {
  await open({}, list([], true))
  expect(pageText()).toContain('Its bill appears here as soon as it has a number.')
})

test('a booking that was paid before there were bills has none', async () => {
  await open({})
  expect(pageText()).not.toContain('Bills')
})

test('a link that does not open the bills does not show them', async () => {
  await open({}, errorResponse(404, 'not_found'))
  expect(pageText()).not.toContain('Bills')
})

test('before the payment, company and PAN can be changed without reading bills', async () => {
  await open(UNPAID)
  expect(pageText()).toContain('You get your bill when your booking is confirmed.')
  expect(pageText()).toContain('It is made out to Aarati Shrestha, without a PAN.')
  expect(visitor.server.requestsTo(/bills/)).toEqual([])
  await press(findButton(document.body, 'Change company or PAN'))
  await type(getField(document.body, '#bill-pan'), '6012')
  await press(findButton(document.body, 'Save'))
  expect(pageText()).toContain('A PAN has nine digits. Check it, or leave it empty')
  expect(visitor.server.requestsTo(/PATCH/)).toEqual([])
  await type(getField(document.body, '#bill-company'), 'Himal & Co')
  await type(getField(document.body, '#bill-pan'), '६०१-२३४ ५६७')
  const contact = { ...bookingView().contact, company: 'Himal & Co', pan: '601234567' }
  visitor.server.overrides[`PATCH ${PATH}`] = () => ({ status: 200, body: bookingView({ ...UNPAID, contact }) })
  await press(findButton(document.body, 'Save'))
  expect(visitor.server.requestsTo(/PATCH/)).toMatchObject([{ body: { company: 'Himal & Co', pan: '601234567' } }])
  expect(pageText()).toContain('It is made out to Himal & Co, PAN 601234567.')
})

test('a change of the phone leaves the buyer that was saved while its form was open', async () => {
  await open(UNPAID)
  await press(findButton(document.body, 'Change details'))
  await press(findButton(document.body, 'Change company or PAN'))
  await type(getField(document.body, '#bill-pan'), '601234567')
  const contact = { ...bookingView().contact, pan: '601234567' }
  visitor.server.overrides[`PATCH ${PATH}`] = () => ({ status: 200, body: bookingView({ ...UNPAID, contact }) })
  await press(findButton(document.body, 'Save'))
  await type(getField(document.body, '#own-phone'), '9811111111')
  await press(findButton(document.body, 'Save details'))
  expect(visitor.server.requestsTo(/PATCH/).map(({ body }) => body)).toEqual([
    { pan: '601234567' },
    { phone: '+9779811111111' },
  ])
})

test('a failed request can be repeated', async () => {
  await open({}, errorResponse(500, 'internal'))
  visitor.server.overrides[`GET ${PATH}/bills`] = () => list([BILL])
  await press(findButton(document.body, 'Try again'))
  expect(pageText()).toContain('Tax Invoice KAU-8384-00001')
})
