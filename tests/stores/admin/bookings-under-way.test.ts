import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { addNote, cancelSelected, rejectSelected } from '#stores/admin/bookings/actions.ts'
import {
  $action,
  closeForm,
  getDraftName,
  openForm,
  receiveSelectedBooking,
  stashForm,
} from '#stores/admin/bookings/edit.ts'
import { $selectedBooking, closeBooking, openBooking } from '#stores/admin/bookings/selected-booking.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { row, type Tab, who, withTab } from './desk.ts'

/** What happens in the drawer of a booking while something is being done to it. */
let tab: Tab
withTab((opened) => {
  tab = opened
})
const detail = (over: Partial<BookingDetail> = {}) => ({ ...row(1), ...over }) as BookingDetail
const EDIT = getDraftName(row(1).bookingId, 'act/edit')
const open = async () => {
  openBooking(row(1).bookingId)
  await tab.next.answer(200, detail())
}
beforeEach(async () => {
  const putBack = replaceEnvironment({ tabStorage: new KeptStorage().storage })
  setDraftOwner(who().email)
  $toasts.set([])
  await open()
  return () => {
    closeForm()
    closeBooking()
    putBack()
  }
})

/** A form that was put away about other dates goes on while a note is being written: somebody has changed the dates. */
async function overtaken() {
  openForm('edit')
  saveDraft(EDIT, { firstName: 'Nima' })
  stashForm()
  receiveSelectedBooking(row(1))
  await tab.next.answer(200, detail({ startDate: '2026-12-11', version: 2 }))
  void addNote('Has called')
  const sent = tab.next
  openForm('edit')
  const said = { conflict: { before: { startDate: '2026-12-10' }, after: { startDate: '2026-12-11' } } }
  expect($action.get()).toEqual({ busy: true, fields: {}, ...said })
  return { sent, said: { busy: false, fields: {}, ...said } }
}

test('a form that is opened meanwhile is answered nothing that is not its own', async () => {
  const { sent, said } = await overtaken()
  await sent.answer(200, detail({ startDate: '2026-12-11', version: 2 }))
  expect($action.get()).toEqual(said)
  expect($toasts.get()).toEqual([])
})

test('what went wrong meanwhile is said with a name, and not in that form', async () => {
  const { sent, said } = await overtaken()
  await sent.answer(422, { error: { code: 'invalid', fields: { reason: 'Too long' } } })
  expect($action.get()).toEqual(said)
  expect($toasts.get()).toMatchObject([{ notDone: { name: 'Nisha Karki', problem: 'Too long.' } }])
})

test('what is refused before it is sent takes neither that away nor what was said', async () => {
  const { sent, said } = await overtaken()
  expect(await rejectSelected(' ')).toBe(false)
  expect($action.get()).toEqual({ ...said, busy: true, fields: { reason: expect.stringMatching(/./) } })
  await sent.answer(200, detail({ version: 2 }))
})

test('a form that is left while it is sent keeps what was typed, and so does one beside which a note is sent', async () => {
  openForm('edit')
  saveDraft(EDIT, { firstName: 'Nima' })
  void cancelSelected('they called')
  const sent = tab.next
  closeBooking()
  await sent.answer(503, {})
  expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
  await open()
  openForm('edit')
  void addNote('Has called')
  const noted = tab.next
  closeBooking()
  await noted.answer(200, detail())
  expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
})

test('a newer state that was heard of meanwhile is read once the answer is there, and its own one is not', async () => {
  for (const [heard, asked] of [
    [2, []],
    [3, [`/api/admin/bookings/${row(1).bookingId}`]],
  ] as const) {
    void addNote('Has called')
    const sent = tab.next
    receiveSelectedBooking(row(1, { version: heard }))
    expect(tab.asked).toEqual([])
    await sent.answer(200, detail({ version: 2 }))
    expect(tab.asked.map(({ path }) => path)).toEqual(asked)
  }
  await tab.next.answer(200, detail({ version: 3, customerName: 'Nisha Rai' }))
  expect($selectedBooking.get()).toMatchObject({ detail: { version: 3, customerName: 'Nisha Rai' } })
})
