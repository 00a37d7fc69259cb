import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { addNote, createPaymentLink, replaceLink, resendConfirmation } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking, closeBooking, openBooking } from '#stores/admin/bookings/selected-booking.ts'
import { errorBody, type PendingRequest, row, withTab } from './staff-tab.ts'

const tab = withTab()

const detail = (number = 1, over: Partial<BookingDetail> = {}) => ({ ...row(number), ...over }) as BookingDetail
function open(number = 1) {
  closeBooking()
  return tab.respondTo(openBooking(row(number).bookingId), 200, detail(number))
}
/** Responds to an action and to the reload that follows a lost response; returns the request of the action. */
async function respondAndGetRequest(action: Promise<unknown>, status: number, body: unknown): Promise<PendingRequest> {
  const sent = tab.next
  await sent.respond(status, body)
  if (status >= 500) await tab.next.respond(503, {})
  await action
  return sent
}
const withLink = (booking: BookingDetail) => ({ link: 'https://chautari.example/payment#x', booking })

beforeEach(async () => {
  await open()
  return closeBooking
})

describe.each<[string, () => Promise<unknown>, string, object, (booking: BookingDetail) => unknown]>([
  ['a note', () => addNote('Has called'), 'notes', { body: 'Has called' }, (booking) => booking],
  ['a confirmation', resendConfirmation, 'mail', {}, (booking) => booking],
  ['a replaced link', replaceLink, 'link-replacement', { version: 1 }, (booking) => booking],
  ['a mailed link', () => createPaymentLink('email'), 'payment-link', { delivery: 'email' }, withLink],
  ['a copied link', () => createPaymentLink('copy'), 'payment-link', { delivery: 'copy' }, withLink],
])('%s', (_, send, endpoint, body, buildResponse) => {
  const sendAndRespond = (status: number, response: unknown) => respondAndGetRequest(send(), status, response)
  const done = (number = 1) => sendAndRespond(200, buildResponse(detail(number)))

  test('reuses its key after a lost response, until it succeeds', async () => {
    const lost = await sendAndRespond(503, {})
    expect(lost).toMatchObject({ path: `/api/admin/bookings/${row(1).bookingId}/${endpoint}`, body })
    expect($bookingAction.get()).toMatchObject({ busy: false, problem: expect.any(String) })
    const repeated = await done()
    expect(repeated).toMatchObject({ key: lost.key, body })
    expect($bookingAction.get()).toEqual({ busy: false, fields: {} })
    expect((await done()).key).not.toBe(lost.key)
  })

  test('reuses its key after other actions on this and other bookings', async () => {
    const lost = await sendAndRespond(503, {})
    const other = await respondAndGetRequest(addNote('Something else'), 200, detail())
    await open(2)
    const ofOtherBooking = await done(2)
    await open()
    expect(new Set([lost.key, other.key, ofOtherBooking.key]).size).toBe(3)
    expect((await done()).key).toBe(lost.key)
  })

  test('reuses its key after an error response, which does not settle the earlier request', async () => {
    const lost = await sendAndRespond(503, {})
    for (const [status, code] of [
      [401, 'unauthorized'],
      [409, 'in_flight'],
      [500, 'internal'],
    ] as const)
      expect((await sendAndRespond(status, errorBody(code))).key).toBe(lost.key)
    expect((await done()).key).toBe(lost.key)
  })
})

test('another text has another key, regardless of surrounding spaces', async () => {
  const first = await respondAndGetRequest(addNote('Has called'), 503, {})
  expect((await respondAndGetRequest(addNote('Has called twice'), 503, {})).key).not.toBe(first.key)
  expect((await respondAndGetRequest(addNote(' Has called\n'), 200, detail())).key).toBe(first.key)
})

test.each([
  ['a confirmation', resendConfirmation],
  ['a replaced link', replaceLink],
  ['a mailed link', () => createPaymentLink('email')],
])('%s of a changed booking has another key, because its email may differ', async (_, send) => {
  const first = await respondAndGetRequest(send(), 503, {})
  const changed = detail(1, { email: 'right@example.com', version: 2 })
  $selectedBooking.set({ state: 'open', id: changed.bookingId, detail: changed })
  expect((await respondAndGetRequest(send(), 503, {})).key).not.toBe(first.key)
})
