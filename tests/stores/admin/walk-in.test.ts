import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { $walkIn, clearWalkIn, closeWalkIn, openWalkIn, placeWalkIn, updateQuote } from '#stores/admin/desk/walk-in.ts'
import { buildDefaultWalkIn, WALK_IN_DRAFT as FORM } from '#stores/admin/desk/walk-in-form.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { errorBody, withTab } from './staff-tab.ts'

const tab = withTab()

const WALK_IN = {
  ...buildDefaultWalkIn('kausimaa', 'explorer', '2026-12-01' as IsoDate),
  name: 'Nisha Karki',
  phone: '9841234567',
}
const QUOTE = { totalAmount: 40_000, lines: [], startDate: '2026-12-01', endDate: '2026-12-01', free: 9, fields: {} }
const BOOKED = { bookingId: 'BK-1', totalAmount: 40_000, state: 'confirmed' }
const invalid = (fields: object) => errorBody('invalid', { fields })
const open = () => tab.respondTo(openWalkIn(WALK_IN), 200, QUOTE)
const notes = (text: string) => ({ ...WALK_IN, notes: text })
/** Places a walk-in, by default with the form of this module instance. */
function submit(walkIn = WALK_IN, placeWith = placeWalkIn) {
  const result = placeWith(walkIn)
  return { result, request: tab.next }
}
/** Places a walk-in, and responds. */
async function send(walkIn = WALK_IN, status = 503, body: unknown = {}, placeWith = placeWalkIn) {
  const { result, request } = submit(walkIn, placeWith)
  await request.respond(status, body)
  return { key: request.key, body: request.body, placed: await result }
}

test('a walk-in reuses its key after a lost response, unless it was changed or succeeded', async () => {
  await open()
  const lost = await send()
  expect(lost.body).toMatchObject({ contactInfo: { firstName: 'Nisha', lastName: 'Karki' }, totalAmount: 40_000 })
  expect(lost.placed).toBeUndefined()
  expect($walkIn.get()).toMatchObject({ busy: false, problem: expect.any(String) })
  const changed = await send(notes('A window'))
  expect(changed.key).not.toBe(lost.key)
  expect(await send(notes('A window'), 201, BOOKED)).toMatchObject({ key: changed.key, placed: 'BK-1' })
  await open()
  expect(submit(notes('A window')).request.key).not.toBe(changed.key)
})

describe('a walk-in changed after a lost response', () => {
  beforeEach(async () => {
    clearWalkIn()
    await open()
  })

  test('sends the keys of attempts with an unknown outcome only', async () => {
    const first = await send()
    expect(first.body).not.toHaveProperty('unanswered')
    const rejected = await send(notes('A window'), 422, invalid({ phone: 'No' }))
    expect(rejected.body).toMatchObject({ unanswered: [first.key] })
    const second = await send(notes('A door'))
    expect(second.body).toMatchObject({ unanswered: [first.key] })
    // An error response does not rule out that the request before it was booked.
    await send(notes('A door'), 401, errorBody('unauthorized'))
    const third = await send()
    expect(third.body).toMatchObject({ unanswered: [first.key, second.key] })
    expect(third.key).not.toBe(first.key)
    for (const text of 'abcd') await send(notes(text))
    const keys = (submit().request.body as { unanswered: string[] }).unanswered
    expect([keys.length, keys.includes(first.key ?? '')]).toEqual([5, false])
  })

  test('shows the booking of the earlier attempt until the form is cleared', async () => {
    const lost = await send()
    for (let time = 0; time < 2; time++) {
      expect((await send(notes('A window'), 409, errorBody('already_done', { bookingId: 'BK-1' }))).body).toMatchObject(
        { unanswered: [lost.key] },
      )
      expect($walkIn.get()).toMatchObject({ busy: false, fields: {}, placedBookingId: 'BK-1' })
      expect($walkIn.get()).not.toHaveProperty('problem')
    }
    clearWalkIn()
    expect((await send()).body).not.toHaveProperty('unanswered')
    expect($walkIn.get()).not.toHaveProperty('placedBookingId')
  })
})

describe('the failure of a walk-in whose form was left', () => {
  beforeEach(() => {
    $toasts.set([])
    return open()
  })

  test.each([
    ['closed', closeWalkIn],
    ['reopened', open],
  ])('shows a toast with the name when the form was %s', async (_, leave) => {
    for (const [status, body, problem] of [
      [503, {}, /./],
      [422, invalid({ phone: 'Enter a phone number' }), /^Enter a phone number\.$/],
    ] as const) {
      await open()
      $toasts.set([])
      const { result, request } = submit()
      await leave()
      await request.respond(status, body)
      expect(await result).toBeUndefined()
      const failedAction = {
        name: 'Nisha Karki',
        problem: expect.stringMatching(problem),
        href: '/admin/bookings?new=1',
      }
      expect($toasts.get()).toMatchObject([{ failedAction }])
    }
  })

  test('shows no toast when the form is open or the booking succeeded', async () => {
    await send()
    const booked = submit()
    closeWalkIn()
    await booked.request.respond(201, BOOKED)
    expect(await booked.result).toBe('BK-1')
    expect($toasts.get()).toEqual([])
  })
})

test.each([
  [{ firstName: 'Enter a first name' }, ' ', 'Enter a name'],
  [{ firstName: 'This text is too long' }, 'Nisha Karki', 'This text is too long'],
  [{ lastName: 'This text is too long' }, 'Nisha Karki', 'This text is too long'],
])('a walk-in shows errors of either name at its one name field: %o', async (fields, name, message) => {
  await open()
  await send({ ...WALK_IN, name, phone: '' }, 422, invalid({ ...fields, phone: 'Enter a phone number' }))
  expect($walkIn.get().fields).toEqual({ name: message, phone: 'Enter a phone number' })
})

test('a walk-in waits for the current price, and requests a missing one again', async () => {
  await open()
  const professional = { ...WALK_IN, planId: 'professional' }
  void updateQuote(professional)
  expect($walkIn.get()).toMatchObject({ isQuoting: true, quote: { totalAmount: 40_000 } })
  const request = tab.next
  await placeWalkIn(professional)
  expect(tab.requests).toEqual([])
  await request.respond(503, {})
  expect($walkIn.get()).toMatchObject({ isQuoting: false, problem: expect.any(String) })
  expect($walkIn.get()).not.toHaveProperty('quote')
  void placeWalkIn(professional)
  expect(tab.requests).toMatchObject([{ method: 'GET', path: '/api/admin/quote', query: { planId: 'professional' } }])
  await tab.next.respond(200, { ...QUOTE, totalAmount: 912_300 })
  expect($walkIn.get()).toMatchObject({ isQuoting: false, quote: { totalAmount: 912_300 } })
  expect($walkIn.get()).not.toHaveProperty('problem')
  expect(submit(professional).request.body).toMatchObject({ totalAmount: 912_300 })
})

test.each([
  [201, BOOKED],
  [422, invalid({ phone: 'Enter a phone number' })],
])('a response to an earlier walk-in form does not change the current one: status %i', async (status, body) => {
  await open()
  const first = submit()
  await open()
  const second = submit({ ...WALK_IN, name: 'Second Customer' })
  const current = $walkIn.get()
  await first.request.respond(status, body)
  expect(await first.result).toBeUndefined()
  expect($walkIn.get()).toBe(current)
  await second.request.respond(503, {})
  await second.result
  expect(submit({ ...WALK_IN, name: 'Second Customer' }).request.key).toBe(second.request.key)
})

test('a late quote of a walk-in clears only the errors of quoted fields', async () => {
  await open()
  const { result, request } = submit({ ...WALK_IN, phone: '' })
  void updateQuote({ ...WALK_IN, phone: '' })
  const fields = { phone: 'Enter a phone number', startDate: 'Choose another day' }
  await request.respond(422, invalid(fields))
  await result
  await tab.next.respond(200, QUOTE)
  expect($walkIn.get()).toMatchObject({ busy: false, isQuoting: false, fields: { phone: fields.phone } })
  expect($walkIn.get().fields).not.toHaveProperty('startDate')
})

test('a changed price of a walk-in is reported beside the new one until another choice', async () => {
  await open()
  const { result, request } = submit()
  await request.respond(409, errorBody('price_changed', { totalAmount: 50_000 }))
  await tab.next.respond(200, { ...QUOTE, totalAmount: 50_000 })
  await result
  expect($walkIn.get()).toMatchObject({ quote: { totalAmount: 50_000 }, problem: expect.any(String) })
  void updateQuote(WALK_IN)
  expect($walkIn.get()).not.toHaveProperty('problem')
})

describe('a walk-in on a reloaded page', () => {
  const [tabStorage, browserStorage] = [new FakeStorage(), new FakeStorage()]
  /** Loads the modules again; only storage and the session survive. */
  const load = async () => {
    vi.resetModules()
    const { replaceEnvironment } = await import('../../support/environment.ts')
    replaceEnvironment({ ...tab.environment, tabStorage: tabStorage.storage, storage: browserStorage.storage })
    const drafts = await import('#stores/admin/form-drafts.ts')
    drafts.setDraftOwner('owner@example.com')
    const walkIn = await import('#stores/admin/desk/walk-in.ts')
    await tab.respondTo(walkIn.openWalkIn(WALK_IN), 200, QUOTE)
    return { ...walkIn, ...drafts }
  }
  beforeEach(() => tabStorage.entries.clear())

  test('reuses the key of the same order, and creates another for a changed one', async () => {
    const { request: lost } = submit(WALK_IN, (await load()).placeWalkIn)
    expect((await send(WALK_IN, 503, {}, (await load()).placeWalkIn)).key).toBe(lost.key)
    const later = { ...WALK_IN, paid: 'later' } as const
    const changed = await send(later, 201, BOOKED, (await load()).placeWalkIn)
    expect(changed.key).not.toBe(lost.key)
    expect(changed).toMatchObject({ body: { unanswered: [lost.key] }, placed: 'BK-1' })
    expect(submit(later, (await load()).placeWalkIn).request.key).not.toBe(changed.key)
  })

  test('does not send the key of an order whose form was cleared', async () => {
    const page = await load()
    const { request: lost } = submit(WALK_IN, page.placeWalkIn)
    page.clearDraft(FORM)
    const { request: next } = submit(WALK_IN, (await load()).placeWalkIn)
    expect(next.key).not.toBe(lost.key)
    expect(next.body).not.toHaveProperty('unanswered')
  })
})
