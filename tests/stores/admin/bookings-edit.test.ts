import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { paisa, ZERO } from '#domain/money.ts'
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
import {
  $bookingAction,
  closeBookingForm,
  getBookingDraftName,
  openBookingForm,
  receiveSelectedBooking,
  resumeForm,
  stashBookingForm,
} from '#stores/admin/bookings/edit.ts'
import { bookings } from '#stores/admin/bookings/list.ts'
import {
  $selectedBooking,
  closeBooking,
  openBooking,
  readBookingFromUrl,
  syncBookingWithUrl,
} from '#stores/admin/bookings/selected-booking.ts'
import { clearDraft, getDraft, saveDraft } from '#stores/admin/form-drafts.ts'
import { leaveStaffArea, openSession } from '#stores/admin/session/session.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { day } from '../../domain/business.ts'
import { errorBody, recordHistory, row, staffSession, startDrafts, withTab } from './staff-tab.ts'

const tab = withTab()

const customer = {
  firstName: 'Nisha',
  lastName: 'Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  company: '',
  pan: '',
}
const detail = (over: Partial<BookingDetail> = {}) => ({ ...row(1), ...customer, ...over }) as BookingDetail
const renamed = { lastName: 'Rai', customerName: 'Nisha Rai', version: 2 }
const renaming = { before: { customerName: 'Nisha Karki' }, after: { customerName: 'Nisha Rai' } }
const getShownBooking = () => {
  const opened = $selectedBooking.get()
  return opened.state === 'open' ? opened.detail : undefined
}

const ADDRESS = `/api/admin/bookings/${row(1).bookingId}`
const EDIT = getBookingDraftName(row(1).bookingId, 'act/edit')
const open = () => tab.respondTo(openBooking(row(1).bookingId), 200, detail())

beforeEach(async () => {
  $toasts.set([])
  await open()
  return () => {
    closeBookingForm()
    closeBooking()
  }
})

/** Responds with 503 to the oldest request and to the reload that follows; returns the request. */
async function failRequestAndReload() {
  const sent = tab.next
  await sent.respond(503, {})
  await tab.next.respond(503, {})
  return sent
}

/** Receives a colleague's change. */
const receive = (over: Partial<BookingDetail>) => tab.respondTo(receiveSelectedBooking(row(1)), 200, detail(over))

test('reopening the selected booking from the URL keeps it and its form until the response', async () => {
  openBookingForm('edit')
  readBookingFromUrl()
  expect([getShownBooking()?.lastName, $bookingAction.get()]).toEqual(['Karki', { busy: false, fields: {} }])
  await tab.next.respond(200, detail(renamed))
  expect(getShownBooking()?.lastName).toBe('Rai')
  expect($bookingAction.get().conflict).toEqual(renaming)
  tab.open(`/admin/bookings?open=${row(2).bookingId}`)
  readBookingFromUrl()
  expect(tab.next.path).toBe(`/api/admin/bookings/${row(2).bookingId}`)
})

test('opening several bookings adds one history entry, which closing removes', () => {
  closeBooking()
  const { trail, restore } = recordHistory(tab, syncBookingWithUrl)
  openBooking('BK-1')
  openBooking('BK-2')
  expect(trail()).toEqual(['', '?open=BK-2'])
  closeBooking()
  expect(trail()).toEqual(['', ''])
  restore()
})

test('recording a price difference sends no amount, and requires a transaction id by bank transfer', async () => {
  openBookingForm('difference')
  expect(await recordDifference('bank_transfer', ' ', 'agreed')).toBe(false)
  expect($bookingAction.get().fields).toHaveProperty('transactionId')
  void recordDifference('cash', 'left from before', 'agreed')
  const { path, body, respond } = tab.next
  expect(path).toBe(`${ADDRESS}/difference`)
  expect(body).toEqual({ version: 1, method: 'cash', reason: 'agreed' })
  await respond(200, detail({ difference: paisa(0) }))
})

describe('concurrent changes of a booking', () => {
  test('shows a colleague’s change beside an open form, which sends the version it was opened with', async () => {
    openBookingForm('edit')
    await receive(renamed)
    expect($bookingAction.get().conflict).toEqual(renaming)
    void updateCustomer({ ...customer, firstName: 'Nima' })
    expect((await failRequestAndReload()).body).toMatchObject({ version: 1 })
  })

  test('shows a colleague’s change without a conflict while no form is open, and sends its version', async () => {
    openBookingForm('edit')
    closeBookingForm()
    await receive(renamed)
    expect(getShownBooking()?.lastName).toBe('Rai')
    expect($bookingAction.get().conflict).toBeUndefined()
    void cancelSelected('they called')
    expect((await failRequestAndReload()).body).toMatchObject({ version: 2 })
  })

  test('keeps the booking when a reload fails, unless it is not found', async () => {
    openBookingForm('edit')
    await tab.respondTo(receiveSelectedBooking(row(1)), 503, { error: { code: 'unreachable', message: 'busy' } })
    expect(getShownBooking()?.lastName).toBe('Karki')
    await tab.respondTo(receiveSelectedBooking(row(1)), 404, { error: { code: 'not_found', message: 'gone' } })
    expect($selectedBooking.get().state).toBe('failed')
  })

  test('reports a conflict once, and sends the current version next', async () => {
    openBookingForm('edit')
    const conflict = errorBody('changed_meanwhile', { current: detail(renamed) })
    await tab.respondTo(cancelSelected('they called'), 409, conflict)
    expect($bookingAction.get()).toMatchObject({ busy: false, conflict: { after: { customerName: 'Nisha Rai' } } })
    expect(getShownBooking()?.version).toBe(2)
    void cancelSelected('they called')
    expect((await failRequestAndReload()).body).toEqual({ version: 2, reason: 'they called' })
  })
})

describe('a response about a booking after another one was opened', () => {
  const other = detail({ ...row(2), customerName: 'Bina Rai' })
  const idleForm = { busy: false, fields: {} }
  beforeEach(() => {
    bookings.$list.set({ rows: [row(2), row(1)], next: null, status: 'idle' })
  })
  /** Sends a note to the first booking, then opens a form about the other one. */
  async function openOtherDuringRequest() {
    const done = addNote('Has called')
    const sent = tab.next
    await tab.respondTo(openBooking(other.bookingId), 200, other)
    openBookingForm('edit')
    return { done, sent }
  }
  const expectOtherUnchanged = async () => {
    expect(getShownBooking()).toEqual(other)
    expect($bookingAction.get()).toEqual(idleForm)
    void updateCustomer(customer)
    const path = `/api/admin/bookings/${other.bookingId}`
    expect(await failRequestAndReload()).toMatchObject({ path, body: { version: other.version } })
  }
  const versions = () => bookings.$list.get().rows?.map(({ version }) => version)

  test('updates the list', async () => {
    const { done, sent } = await openOtherDuringRequest()
    await sent.respond(200, detail({ version: 2 }))
    expect(await done).toBe(true)
    expect(versions()).toEqual([1, 2])
    await expectOtherUnchanged()
  })

  test('does not reopen a closed drawer', async () => {
    void addNote('Has called')
    const sent = tab.next
    closeBooking()
    await sent.respond(200, detail({ version: 2 }))
    expect([$selectedBooking.get().state, versions()]).toEqual(['none', [1, 2]])
  })

  test.each([
    ['a conflict', 409, { code: 'changed_meanwhile', current: detail(renamed) }, [1, 2], false],
    ['an unknown outcome', 500, { code: 'internal' }, [1, 1], true],
  ])('shows a toast with the customer’s name after %s', async (_, status, error, inList, isOutcomeUnknown) => {
    const { done, sent } = await openOtherDuringRequest()
    await sent.respond(status, { error })
    expect(await done).toBe(false)
    const href = `/admin/bookings?open=${row(1).bookingId}`
    expect($toasts.get()).toMatchObject([{ failedAction: { name: 'Nisha Karki', href, isOutcomeUnknown } }])
    expect(versions()).toEqual(inList)
    await expectOtherUnchanged()
  })

  test('blocks a second action, and is shown when the booking is open again', async () => {
    const { sent } = await openOtherDuringRequest()
    await open()
    expect($bookingAction.get().busy).toBe(true)
    expect(await addNote('Has called')).toBe(false)
    await sent.respond(500, { error: { code: 'internal', message: 'Noted as 7.' } })
    expect($bookingAction.get().busy).toBe(true)
    await tab.next.respond(200, detail())
    expect($bookingAction.get()).toMatchObject({ busy: false, problem: 'Noted as 7.' })
    expect($toasts.get()).toEqual([])
  })
})

describe('a booking form with a draft', () => {
  const signInAs = (email: string) => tab.respondTo(openSession(), 200, staffSession({ email }))
  beforeEach(async () => {
    const restore = startDrafts('one@chautari.example')
    await signInAs('one@chautari.example')
    openBookingForm('edit')
    saveDraft(EDIT, { firstName: 'Nima' })
    return restore
  })

  test('is restored with its snapshot for the same account', async () => {
    await signInAs('one@chautari.example')
    expect(resumeForm(detail(renamed))).toBe('edit')
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
    expect($bookingAction.get().conflict).toEqual(renaming)
    void updateCustomer({ ...customer, firstName: 'Nima' })
    expect((await failRequestAndReload()).body).toMatchObject({ version: 1 })
  })

  test.each([
    ['closing the form', stashBookingForm],
    ['closing the drawer', closeBooking],
  ])('is restored on request after %s, and cleared by another form', async (_, leave) => {
    leave()
    openBooking(row(1).bookingId)
    await tab.requests.shift()?.respond(200, detail(renamed))
    expect(resumeForm(detail(renamed))).toBeUndefined()
    expect($bookingAction.get()).toEqual({ busy: false, fields: {} })
    openBookingForm('edit')
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
    stashBookingForm()
    openBookingForm('cancel')
    expect(getDraft(EDIT)).toBeUndefined()
  })

  test.each([
    ['shows changes since its snapshot when it is restored', () => {}, renaming],
    ['takes a new snapshot when nothing was typed', () => clearDraft(EDIT), undefined],
  ])('%s', async (_, prepare, conflict) => {
    prepare()
    stashBookingForm()
    await receive(renamed)
    openBookingForm('edit')
    expect($bookingAction.get().conflict).toEqual(conflict)
  })

  test.each([
    ['for another account', () => signInAs('two@chautari.example')],
    ['after it was closed', async () => closeBookingForm()],
    ['after signing out', async () => leaveStaffArea()],
  ])('is deleted %s', async (_, trigger) => {
    await trigger()
    expect([resumeForm(detail()), getDraft(EDIT)]).toEqual([undefined, undefined])
  })
})

describe.each<[string, () => Promise<boolean>, Partial<BookingDetail>, Partial<BookingDetail>?]>([
  ['cancel', () => cancelSelected('They called'), { state: 'cancelled' }],
  ['reject', () => rejectSelected('Unknown customer'), { state: 'cancelled' }, { state: 'held' }],
  ['confirm', () => confirmWithPayment('cash', '', 'In the till'), { state: 'confirmed' }, { state: 'held' }],
  ['difference', () => recordDifference('cash', '', 'In the till'), { difference: ZERO }],
  ['move', moveSelected, { startDate: day('2026-12-20'), endDate: day('2026-12-20') }],
  [
    'edit',
    () => updateCustomer({ ...customer, firstName: ' Nima  Doma ', phone: '9841999888' }),
    { firstName: 'Nima Doma', customerName: 'Nima Doma Karki', phone: '+9779841999888' },
  ],
])('a %s action whose response is lost', (form, submit, expected, before = {}) => {
  const confirmed = (over: Partial<BookingDetail>) =>
    detail({ state: 'confirmed', difference: paisa(20_000), ...before, ...over })
  const unchanged = confirmed({})
  const done = confirmed({ ...expected, version: 2 })
  const other = confirmed({ company: 'Karki Traders', version: 2 })
  beforeEach(async () => {
    await tab.respondTo(receiveSelectedBooking(row(1)), 200, unchanged)
    openBookingForm(form)
    $movePreview.set({ startDate: '2026-12-20' })
  })

  test('succeeds when the re-read booking shows it', async () => {
    const submitted = submit()
    await tab.next.respond(503, {})
    expect($bookingAction.get().busy).toBe(true)
    const read = tab.next
    expect(read).toMatchObject({ method: 'GET', path: ADDRESS })
    await read.respond(200, done)
    expect(await submitted).toBe(true)
    expect(getShownBooking()).toEqual(done)
    expect($bookingAction.get()).toEqual({ busy: false, fields: {} })
  })

  test('fails when the re-read booking is unchanged or was changed by a colleague', async () => {
    for (const [current, conflict] of [
      [unchanged, undefined],
      [other, { before: { company: '' }, after: { company: 'Karki Traders' } }],
    ] as const) {
      expect(await tab.resultOf(submit(), [503, {}], [200, current])).toBe(false)
      expect(getShownBooking()).toEqual(current)
      expect($bookingAction.get()).toMatchObject({ busy: false, problem: expect.any(String) })
      expect($bookingAction.get().conflict).toEqual(conflict)
    }
  })
})

test('a lost response reloads the booking, twice when a newer version arrived during the request', async () => {
  const note = addNote('Has called')
  const sent = tab.next
  receiveSelectedBooking(row(1, { version: 3 }))
  await sent.respond(503, {})
  await tab.next.respond(200, detail({ version: 2 }))
  await note
  expect(getShownBooking()?.version).toBe(2)
  await tab.next.respond(200, detail({ version: 3 }))
  expect(getShownBooking()?.version).toBe(3)
})

test('a lost response does not reload a booking whose drawer was closed', async () => {
  openBookingForm('cancel')
  void cancelSelected('They called')
  const sent = tab.next
  closeBooking()
  await sent.respond(503, {})
  expect([tab.requests, $selectedBooking.get().state]).toEqual([[], 'none'])
})

describe('during an action on a booking', () => {
  beforeEach(() => startDrafts())

  /** Restores a form during an action, after a colleague has changed the dates. */
  async function restoreDuringAction() {
    openBookingForm('edit')
    saveDraft(EDIT, { firstName: 'Nima' })
    stashBookingForm()
    await receive({ startDate: day('2026-12-11'), version: 2 })
    void addNote('Has called')
    const sent = tab.next
    openBookingForm('edit')
    const shown = { conflict: { before: { startDate: '2026-12-10' }, after: { startDate: '2026-12-11' } } }
    expect($bookingAction.get()).toEqual({ busy: true, fields: {}, ...shown })
    return { sent, idleForm: { busy: false, fields: {}, ...shown } }
  }

  const tooLong = errorBody('invalid', { fields: { reason: 'Too long' } })
  test.each([
    ['a success shows no toast', 200, detail({ startDate: day('2026-12-11'), version: 2 }), []],
    ['a failure shows a toast with the name', 422, tooLong, [{ name: 'Nisha Karki', problem: 'Too long.' }]],
  ])('%s, and leaves a form opened since', async (_, status, body, failures) => {
    const { sent, idleForm } = await restoreDuringAction()
    await sent.respond(status, body)
    expect($bookingAction.get()).toEqual(idleForm)
    expect($toasts.get()).toMatchObject(failures.map((failedAction) => ({ failedAction })))
  })

  test('a missing reason is shown beside the conflict while the action is in progress', async () => {
    const { sent, idleForm } = await restoreDuringAction()
    expect(await rejectSelected(' ')).toBe(false)
    expect($bookingAction.get()).toEqual({ ...idleForm, busy: true, fields: { reason: expect.stringMatching(/./) } })
    await sent.respond(200, detail({ version: 2 }))
  })

  test('a draft remains when the drawer is closed during its own action or a note', async () => {
    openBookingForm('edit')
    saveDraft(EDIT, { firstName: 'Nima' })
    void cancelSelected('they called')
    const sent = tab.next
    closeBooking()
    await sent.respond(503, {})
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
    await open()
    openBookingForm('edit')
    void addNote('Has called')
    const noted = tab.next
    closeBooking()
    await noted.respond(200, detail())
    expect(getDraft(EDIT)).toEqual({ firstName: 'Nima' })
  })

  test('a newer version received is read after the response, the own version is not', async () => {
    for (const [received, requestedPaths] of [
      [2, []],
      [3, [ADDRESS]],
    ] as const) {
      void addNote('Has called')
      const sent = tab.next
      receiveSelectedBooking(row(1, { version: received }))
      expect(tab.requests).toEqual([])
      await sent.respond(200, detail({ version: 2 }))
      expect(tab.requests.map(({ path }) => path)).toEqual(requestedPaths)
    }
    await tab.next.respond(200, detail({ version: 3, customerName: 'Nisha Rai' }))
    expect($selectedBooking.get()).toMatchObject({ detail: { version: 3, customerName: 'Nisha Rai' } })
  })
})
