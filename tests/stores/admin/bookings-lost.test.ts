import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import {
  $movePreview,
  addNote,
  cancelSelected,
  confirmWithPayment,
  moveSelected,
  recordDifference,
  rejectSelected,
  updateCustomer,
} from '#stores/admin/bookings/actions.ts'
import { $action, closeForm, openForm, receiveSelectedBooking } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking, closeBooking, openBooking } from '#stores/admin/bookings/selected-booking.ts'
import { loseNext, refusal, row, type Tab, withTab } from './desk.ts'

/** What was done to a booking, and its answer never arrived. */
let tab: Tab
withTab((opened) => {
  tab = opened
})

const customer = {
  firstName: 'Nisha',
  lastName: 'Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  company: '',
}
const detail = (over: Partial<BookingDetail> = {}) =>
  ({ ...row(1), ...customer, state: 'confirmed', difference: 20_000, ...over }) as BookingDetail
const shown = () => {
  const opened = $selectedBooking.get()
  return opened.state === 'open' ? opened.detail : undefined
}
const ADDRESS = `/api/admin/bookings/${row(1).bookingId}`

beforeEach(async () => {
  openBooking(row(1).bookingId)
  await tab.next.answer(200, detail())
  return () => {
    closeForm()
    closeBooking()
  }
})

describe.each<[string, () => Promise<boolean>, Partial<BookingDetail>, Partial<BookingDetail>?]>([
  ['cancel', () => cancelSelected('They called'), { state: 'cancelled' }],
  ['reject', () => rejectSelected('Nobody knows them'), { state: 'cancelled' }, { state: 'held' }],
  ['confirm', () => confirmWithPayment('cash', '', 'In the till'), { state: 'confirmed' }, { state: 'held' }],
  ['difference', () => recordDifference('cash', '', 'In the till'), { difference: 0 }],
  ['move', moveSelected, { startDate: '2026-12-20', endDate: '2026-12-20' }],
  [
    'edit',
    () => updateCustomer({ ...customer, firstName: ' Nima  Doma ', phone: '9841999888' }),
    { firstName: 'Nima Doma', customerName: 'Nima Doma Karki', phone: '+9779841999888' },
  ],
])('an answer to %s that was lost', (form, press, wished, before = {}) => {
  const was = detail(before)
  const done = detail({ ...before, ...wished, version: 2 })
  const other = detail({ ...before, company: 'Karki Traders', version: 2 })
  beforeEach(async () => {
    receiveSelectedBooking(row(1))
    await tab.next.answer(200, was)
    openForm(form)
    $movePreview.set({ startDate: '2026-12-20' })
  })
  const isOwn = () => $action.get().conflict?.isOwn === true

  test('is made good by reading the booking, which says that it was done', async () => {
    const pressed = press()
    await tab.next.answer(503, {})
    expect($action.get().busy).toBe(true)
    const read = tab.next
    expect(read).toMatchObject({ method: 'GET', path: ADDRESS })
    await read.answer(200, done)
    expect(await pressed).toBe(true)
    expect(shown()).toEqual(done)
    expect([isOwn(), $action.get().busy, $action.get().problem]).toEqual([true, false, undefined])
  })

  test('is said as such where nothing was done, or something else by somebody else', async () => {
    for (const [now, overtaken] of [
      [was, undefined],
      [other, { before: { company: '' }, after: { company: 'Karki Traders' } }],
    ] as const) {
      const pressed = press()
      await tab.next.answer(503, {})
      await tab.next.answer(200, now)
      expect(await pressed).toBe(false)
      expect(shown()).toEqual(now)
      expect($action.get()).toMatchObject({ busy: false, problem: expect.any(String) })
      expect($action.get().conflict).toEqual(overtaken)
    }
  })

  test('is known again when it is pressed again, or when it is heard of', async () => {
    for (const again of [
      async () => {
        const pressed = press()
        await tab.next.answer(409, refusal('changed_meanwhile', { current: done }))
        expect(await pressed).toBe(true)
      },
      async () => {
        receiveSelectedBooking(row(1))
        await tab.next.answer(200, done)
      },
    ]) {
      closeForm()
      receiveSelectedBooking(row(1))
      await tab.next.answer(200, was)
      openForm(form)
      const pressed = press()
      await loseNext(tab)
      expect(await pressed).toBe(false)
      expect([isOwn(), $action.get().problem !== undefined]).toEqual([false, true])
      await again()
      expect([isOwn(), shown()?.version, $action.get().problem]).toEqual([true, 2, undefined])
    }
  })
})

test('another wish after one that was done goes on from there, and is not taken for it', async () => {
  openForm('edit')
  const done = detail({ firstName: 'Nima', customerName: 'Nima Karki', version: 2 })
  const first = updateCustomer({ ...customer, firstName: 'Nima' })
  await loseNext(tab)
  await first
  const second = updateCustomer({ ...customer, firstName: 'Doma' })
  await tab.next.answer(409, refusal('changed_meanwhile', { current: done }))
  expect(await second).toBe(false)
  expect($action.get().conflict).toMatchObject({ after: { customerName: 'Nima Karki' }, isOwn: true })
  const third = updateCustomer({ ...customer, firstName: 'Doma' })
  const sent = tab.next
  expect(sent.body).toMatchObject({ version: 2 })
  expect($action.get().conflict).toBeUndefined()
  await sent.answer(409, refusal('changed_meanwhile', { current: detail({ ...done, company: 'K', version: 3 }) }))
  expect(await third).toBe(false)
  // Whoever was told of their own is told of others again.
  expect($action.get().conflict).toEqual({ before: { company: '' }, after: { company: 'K' } })
})

test('what is heard of while a note is sent is read where its answer is lost, and newer news after that', async () => {
  const writing = addNote('Has called')
  const sent = tab.next
  receiveSelectedBooking(row(1, { version: 3 }))
  await sent.answer(503, {})
  await tab.next.answer(200, detail({ version: 2 }))
  await writing
  expect(shown()?.version).toBe(2)
  await tab.next.answer(200, detail({ version: 3 }))
  expect(shown()?.version).toBe(3)
})

test('a drawer that was left is not read again for what was lost', async () => {
  openForm('cancel')
  void cancelSelected('They called')
  const sent = tab.next
  closeBooking()
  await sent.answer(503, {})
  expect([tab.asked, $selectedBooking.get().state]).toEqual([[], 'none'])
})
