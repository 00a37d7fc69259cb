import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { addNote, cancelSelected, recordDifference, updateCustomer } from '#stores/admin/bookings/actions.ts'
import {
  $action,
  closeForm,
  getDraftName,
  openForm,
  receiveSelectedBooking,
  resumeForm,
  stashForm,
} from '#stores/admin/bookings/edit.ts'
import { $bookings } from '#stores/admin/bookings/list.ts'
import {
  $selectedBooking,
  closeBooking,
  openBooking,
  readBookingFromUrl,
} from '#stores/admin/bookings/selected-booking.ts'
import { clearDraft, getDraft, saveDraft } from '#stores/admin/form-drafts.ts'
import { leaveStaffArea, openSession } from '#stores/admin/session/session.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { loseNext, row, settle, type Tab, who, withTab } from './desk.ts'

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
/** What these tests read of a booking. */
const detail = (over: Partial<BookingDetail> = {}) => ({ ...row(1), ...customer, ...over }) as BookingDetail
const renamed = { lastName: 'Rai', customerName: 'Nisha Rai', version: 2 }
const shown = () => {
  const opened = $selectedBooking.get()
  return opened.state === 'open' ? opened.detail : undefined
}

beforeEach(async () => {
  openBooking(row(1).bookingId)
  await tab.next.answer(200, detail())
  return () => {
    closeForm()
    closeBooking()
  }
})

/** What was sent, and never arrived. */
const lost = () => loseNext(tab)

/** A colleague's change comes by the stream. */
async function hear(over: Partial<BookingDetail>) {
  receiveSelectedBooking(row(1))
  await tab.next.answer(200, detail(over))
}

test('read by its address once more, it stays in sight with its form until the answer is here', async () => {
  openForm('edit')
  readBookingFromUrl()
  expect([shown()?.lastName, $action.get()]).toEqual(['Karki', { busy: false, fields: {} }])
  await tab.next.answer(200, detail(renamed))
  expect(shown()?.lastName).toBe('Rai')
  expect($action.get().conflict?.after).toEqual({ customerName: 'Nisha Rai' })
  tab.url = new URL(`http://localhost:4321/admin/bookings?open=${row(2).bookingId}`)
  readBookingFromUrl()
  expect(tab.next.path).toBe(`/api/admin/bookings/${row(2).bookingId}`)
})

test('Back leads from a booking, whichever it is by then, to the list, and from the list not to it', () => {
  closeBooking()
  const entries = [tab.url.search]
  const putBack = replaceEnvironment({
    showAddress: (address, entry) => {
      tab.url = address
      entries.splice(entry === 'push' ? entries.length : -1, 1, address.search)
    },
  })
  openBooking('BK-1')
  openBooking('BK-2')
  expect(entries).toEqual(['', '?open=BK-2'])
  closeBooking()
  expect(entries).toEqual(['', ''])
  putBack()
})

test('the difference of a move is sent without a sum, and by account only with its number', async () => {
  openForm('difference')
  expect(await recordDifference('bank_transfer', ' ', 'agreed')).toBe(false)
  expect($action.get().fields).toHaveProperty('transactionId')
  void recordDifference('cash', 'left from before', 'agreed')
  const { path, body, answer } = tab.next
  expect(path).toBe(`/api/admin/bookings/${row(1).bookingId}/difference`)
  expect(body).toEqual({ version: 1, method: 'cash', reason: 'agreed' })
  await answer(200, detail({ difference: 0 }))
})

describe('two who change one booking', () => {
  test('what a form sends says which booking it was opened for, whatever came meanwhile', async () => {
    openForm('edit')
    await hear(renamed)
    void updateCustomer({ ...customer, firstName: 'Nima' })
    expect((await lost()).body).toMatchObject({ version: 1 })
  })

  test('a change that comes under an open form is said at once', async () => {
    openForm('edit')
    await hear(renamed)
    expect($action.get().conflict).toEqual({
      before: { customerName: 'Nisha Karki' },
      after: { customerName: 'Nisha Rai' },
    })
  })

  test('a change that comes while no form is open is only shown', async () => {
    await hear(renamed)
    expect(shown()?.lastName).toBe('Rai')
    expect($action.get().conflict).toBeUndefined()
  })

  test('a reading again that fails takes nothing away, unless the booking is out of sight', async () => {
    openForm('edit')
    receiveSelectedBooking(row(1))
    await tab.next.answer(503, { error: { code: 'unreachable', message: 'busy' } })
    expect(shown()?.lastName).toBe('Karki')
    receiveSelectedBooking(row(1))
    await tab.next.answer(404, { error: { code: 'not_found', message: 'gone' } })
    expect($selectedBooking.get().state).toBe('failed')
  })

  test('the second is told once what changed, and then goes on from there', async () => {
    openForm('edit')
    void cancelSelected('they called')
    await tab.next.answer(409, { error: { code: 'changed_meanwhile', current: detail(renamed) } })
    expect($action.get()).toMatchObject({ busy: false, conflict: { after: { customerName: 'Nisha Rai' } } })
    expect(shown()?.version).toBe(2)
    void cancelSelected('they called')
    expect((await lost()).body).toEqual({ version: 2, reason: 'they called' })
  })

  test('without a form an act is about the booking in sight', async () => {
    openForm('edit')
    closeForm()
    await hear(renamed)
    void cancelSelected('they called')
    expect((await lost()).body).toMatchObject({ version: 2 })
    await settle()
  })
})

describe('an answer that comes once the drawer shows something else', () => {
  const other = detail({ ...row(2), customerName: 'Bina Rai' })
  const typing = { busy: false, fields: {} }
  beforeEach(() => {
    $toasts.set([])
    $bookings.set({ rows: [row(2), row(1)], next: null, busy: 'no' })
  })
  /** Somebody writes a note to the first booking, opens the other one and a form there. */
  async function moveOn() {
    const done = addNote('Has called')
    const sent = tab.next
    openBooking(other.bookingId)
    await tab.next.answer(200, other)
    openForm('edit')
    return { done, sent }
  }
  const expectThatOtherStays = async () => {
    expect(shown()).toEqual(other)
    expect($action.get()).toEqual(typing)
    void updateCustomer(customer)
    expect(await lost()).toMatchObject({
      path: `/api/admin/bookings/${other.bookingId}`,
      body: { version: other.version },
    })
  }
  const versions = () => $bookings.get().rows?.map(({ version }) => version)

  test('is taken by the list', async () => {
    const { done, sent } = await moveOn()
    await sent.answer(200, detail({ version: 2 }))
    expect(await done).toBe(true)
    expect(versions()).toEqual([1, 2])
    await expectThatOtherStays()
  })

  test('does not open a drawer that was closed', async () => {
    void addNote('Has called')
    const sent = tab.next
    closeBooking()
    await sent.answer(200, detail({ version: 2 }))
    expect([$selectedBooking.get().state, versions()]).toEqual(['none', [1, 2]])
  })

  test.each([
    ['somebody was faster', 409, { code: 'changed_meanwhile', current: detail(renamed) }, [1, 2], false],
    ['nobody knows whether it was done', 500, { code: 'internal' }, [1, 1], true],
  ])('says for whom it was that %s', async (_, status, error, inList, unanswered) => {
    const { done, sent } = await moveOn()
    await sent.answer(status, { error })
    expect(await done).toBe(false)
    expect($toasts.get()).toMatchObject([
      {
        notDone: {
          name: 'Nisha Karki',
          href: `/admin/bookings?open=${row(1).bookingId}`,
          isOutcomeUnknown: unanswered,
        },
      },
    ])
    expect(versions()).toEqual(inList)
    await expectThatOtherStays()
  })

  test('lets nothing be done twice meanwhile, and is shown to whoever has come back', async () => {
    const { sent } = await moveOn()
    openBooking(row(1).bookingId)
    await tab.next.answer(200, detail())
    expect($action.get().busy).toBe(true)
    expect(await addNote('Has called')).toBe(false)
    await sent.answer(500, { error: { code: 'internal', message: 'Noted as 7.' } })
    expect($action.get().busy).toBe(true)
    await tab.next.answer(200, detail())
    expect($action.get()).toMatchObject({ busy: false, problem: 'Noted as 7.' })
    expect($toasts.get()).toEqual([])
  })
})

describe('a form that was left half typed', () => {
  const EDIT = getDraftName(row(1).bookingId, 'act/edit')
  const signedIn = async (email: string) => {
    void openSession()
    await tab.next.answer(200, who({ email }))
  }
  beforeEach(async () => {
    const kept = new KeptStorage()
    const putBack = replaceEnvironment({ tabStorage: kept.storage })
    await signedIn('one@chautari.example')
    openForm('edit')
    saveDraft(EDIT, { firstName: 'Nima' })
    return putBack
  })

  test('goes on as it was, about the booking as it was then, for the one who typed it', async () => {
    await signedIn('one@chautari.example')
    expect(resumeForm(detail(renamed))).toBe('edit')
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
    expect($action.get().conflict?.after).toEqual({ customerName: 'Nisha Rai' })
    void updateCustomer({ ...customer, firstName: 'Nima' })
    expect((await lost()).body).toMatchObject({ version: 1 })
  })

  test.each([
    ['was put away', stashForm],
    ['stood in a drawer that was closed', closeBooking],
  ])('that %s goes on when it is asked for, and is forgotten for another act', async (_, leave) => {
    leave()
    openBooking(row(1).bookingId)
    await tab.asked.shift()?.answer(200, detail(renamed))
    expect(resumeForm(detail(renamed))).toBeUndefined()
    expect($action.get()).toEqual({ busy: false, fields: {} })
    openForm('edit')
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
    stashForm()
    openForm('cancel')
    expect(getDraft(EDIT)).toBeUndefined()
  })

  test('is told what changed meanwhile when it goes on', async () => {
    stashForm()
    await hear(renamed)
    openForm('edit')
    expect($action.get().conflict?.after).toEqual({ customerName: 'Nisha Rai' })
  })

  test('into which nothing was typed begins anew', async () => {
    clearDraft(EDIT)
    stashForm()
    await hear(renamed)
    openForm('edit')
    expect($action.get().conflict).toBeUndefined()
  })

  test.each([
    ['for another account', () => signedIn('two@chautari.example')],
    ['after it was given up', async () => closeForm()],
    ['after signing out', async () => leaveStaffArea()],
  ])('is gone %s', async (_, happens) => {
    await happens()
    expect([resumeForm(detail()), getDraft(EDIT)]).toEqual([undefined, undefined])
  })
})
