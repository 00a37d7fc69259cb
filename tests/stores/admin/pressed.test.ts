import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { addNote, createPaymentLink, resendConfirmation } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking, closeBooking, openBooking } from '#stores/admin/bookings/selected-booking.ts'
import { type Asked, loseNext, refusal, row, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

const detail = (number = 1, over: Partial<BookingDetail> = {}) => ({ ...row(number), ...over }) as BookingDetail
async function open(number = 1, over: Partial<BookingDetail> = {}) {
  closeBooking()
  openBooking(row(number).bookingId)
  await tab.next.answer(200, detail(number, over))
}
const linked = (booking: BookingDetail) => ({ link: 'https://chautari.example/payment#x', booking })

beforeEach(async () => {
  await open()
  return closeBooking
})

describe.each<[string, () => Promise<unknown>, string, object, (booking: BookingDetail) => unknown]>([
  ['a note', () => addNote('Has called'), 'notes', { body: 'Has called' }, (booking) => booking],
  ['a confirmation', resendConfirmation, 'mail', {}, (booking) => booking],
  ['a mailed link', () => createPaymentLink('mail'), 'payment-link', { by: 'mail' }, linked],
  ['a copied link', () => createPaymentLink('copy'), 'payment-link', { by: 'copy' }, linked],
])('%s', (_, press, address, body, answerOf) => {
  /** Presses, and gives what was sent and when all is over. */
  const pressed = () => {
    const done = press()
    return { done, sent: tab.next }
  }
  async function answered(status: number, answer: unknown): Promise<Asked> {
    const { done, sent } = pressed()
    await sent.answer(status, answer)
    if (status >= 500) await tab.next.answer(503, {})
    await done
    return sent
  }
  const done = (number = 1) => answered(200, answerOf(detail(number)))

  test('whose answer was lost is pressed again as the same one, and as another once it is done', async () => {
    const lost = await answered(503, {})
    expect(lost).toMatchObject({ path: `/api/admin/bookings/${row(1).bookingId}/${address}`, body })
    expect($action.get()).toMatchObject({ busy: false, problem: expect.any(String) })
    const again = await done()
    expect(again).toMatchObject({ key: lost.key, body })
    expect($action.get()).toEqual({ busy: false, fields: {} })
    expect((await done()).key).not.toBe(lost.key)
  })

  test('is the same one through whatever else is done meanwhile, here and elsewhere', async () => {
    const lost = await answered(503, {})
    void addNote('Something else')
    const other = tab.next
    await other.answer(200, detail())
    await open(2)
    const elsewhere = await done(2)
    await open()
    expect(new Set([lost.key, other.key, elsewhere.key]).size).toBe(3)
    expect((await done()).key).toBe(lost.key)
  })

  test('is the same one after a refusal, which says nothing of the press before it', async () => {
    const lost = await answered(503, {})
    for (const [status, code] of [
      [401, 'unauthorized'],
      [409, 'in_flight'],
      [500, 'internal'],
    ] as const)
      expect((await answered(status, refusal(code))).key).toBe(lost.key)
    expect((await done()).key).toBe(lost.key)
  })
})

test('another text is another note, and space around it is not', async () => {
  const keyOf = async (text: string, status = 503) => {
    const writing = addNote(text)
    const sent = tab.next
    await sent.answer(status, status === 200 ? detail() : {})
    if (status !== 200) await tab.next.answer(503, {})
    await writing
    return sent.key
  }
  const [first, other] = [await keyOf('Has called'), await keyOf('Has called twice')]
  expect(other).not.toBe(first)
  expect(await keyOf(' Has called\n', 200)).toBe(first)
})

test.each([
  ['a confirmation', resendConfirmation],
  ['a mailed link', () => createPaymentLink('mail')],
])('%s of a booking that has changed is another one: its mail may go elsewhere', async (_, press) => {
  const keyOf = async () => {
    const pressing = press()
    const { key } = await loseNext(tab)
    await pressing
    return key
  }
  const first = await keyOf()
  $selectedBooking.set({
    state: 'open',
    id: row(1).bookingId,
    detail: detail(1, { email: 'right@example.com', version: 2 }),
  })
  expect(await keyOf()).not.toBe(first)
})
