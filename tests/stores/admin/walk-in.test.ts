import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { $walkIn, clearWalkIn, closeWalkIn, openWalkIn, placeWalkIn, updateQuote } from '#stores/admin/desk/walk-in.ts'
import { buildDefaultWalkIn, WALK_IN_DRAFT as FORM } from '#stores/admin/desk/walk-in-form.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { KeptStorage } from '../../support/kept.ts'
import { refusal, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

const WALK_IN = {
  ...buildDefaultWalkIn('kausimaa', 'explorer', '2026-12-01' as IsoDate),
  name: 'Nisha Karki',
  phone: '9841234567',
}
const QUOTE = { totalAmount: 40_000, lines: [], startDate: '2026-12-01', endDate: '2026-12-01', free: 9, fields: {} }
const open = async () => {
  openWalkIn(WALK_IN)
  await tab.next.answer(200, QUOTE)
}
const press = (walkIn = WALK_IN) => {
  const made = placeWalkIn(walkIn)
  return { made, asked: tab.next }
}

test('a walk-in whose answer was lost is sent again as the same one, and changed or anew as another', async () => {
  await open()
  const { made, asked: lost } = press()
  expect(lost.body).toMatchObject({ contactInfo: { firstName: 'Nisha', lastName: 'Karki' }, totalAmount: 40_000 })
  await lost.answer(503, {})
  expect(await made).toBeUndefined()
  expect($walkIn.get()).toMatchObject({ busy: false, problem: expect.any(String) })
  const { asked: changed } = press({ ...WALK_IN, notes: 'A window' })
  expect(changed.key).not.toBe(lost.key)
  await changed.answer(503, {})
  const { made: booked, asked: again } = press({ ...WALK_IN, notes: 'A window' })
  expect(again.key).toBe(changed.key)
  await again.answer(201, { bookingId: 'BK-1', totalAmount: 40_000, state: 'confirmed' })
  expect(await booked).toBe('BK-1')
  await open()
  expect(press({ ...WALK_IN, notes: 'A window' }).asked.key).not.toBe(again.key)
})

describe('a walk-in that is changed after an answer was lost', () => {
  const notes = (text: string) => ({ ...WALK_IN, notes: text })
  const sendOn = async (walkIn: typeof WALK_IN, status = 503, body: unknown = {}) => {
    const { made, asked } = press(walkIn)
    await asked.answer(status, body)
    await made
    return asked
  }
  const DONE = { error: { code: 'already_done', message: 'No', bookingId: 'BK-1' } }
  beforeEach(async () => {
    clearWalkIn()
    await open()
  })

  test('names every try that may have been booked, and none that was refused', async () => {
    const first = await sendOn(WALK_IN)
    expect(first.body).not.toHaveProperty('unanswered')
    const refused = await sendOn(notes('A window'), 422, refusal('invalid', { fields: { phone: 'No' } }))
    expect(refused.body).toMatchObject({ unanswered: [first.key] })
    const second = await sendOn(notes('A door'))
    expect(second.body).toMatchObject({ unanswered: [first.key] })
    // Refused by now, it may have been booked before.
    await sendOn(notes('A door'), 401, refusal('unauthorized'))
    const third = await sendOn(WALK_IN)
    expect(third.body).toMatchObject({ unanswered: [first.key, second.key] })
    expect(third.key).not.toBe(first.key)
    for (const text of 'abcd') await sendOn(notes(text))
    const keys = (press().asked.body as { unanswered: string[] }).unanswered
    expect([keys.length, keys.includes(first.key ?? '')]).toEqual([5, false])
  })

  test('is told which one was booked instead, however often it is pressed, until it is for somebody else', async () => {
    const lost = await sendOn(WALK_IN)
    for (let time = 0; time < 2; time++) {
      expect((await sendOn(notes('A window'), 409, DONE)).body).toMatchObject({ unanswered: [lost.key] })
      expect($walkIn.get()).toMatchObject({ busy: false, fields: {}, placedBookingId: 'BK-1' })
      expect($walkIn.get()).not.toHaveProperty('problem')
    }
    clearWalkIn()
    expect((await sendOn(WALK_IN)).body).not.toHaveProperty('unanswered')
    expect($walkIn.get()).not.toHaveProperty('placedBookingId')
  })
})

describe('what came to nothing once its form was out of sight', () => {
  beforeEach(() => {
    $toasts.set([])
    return open()
  })

  test.each([
    ['closed', closeWalkIn],
    ['opened anew', open],
  ])('is said with its name where the form was %s', async (_, leave) => {
    for (const [status, body, problem] of [
      [503, {}, /./],
      [422, refusal('invalid', { fields: { phone: 'Enter a phone number' } }), /^Enter a phone number\.$/],
    ] as const) {
      await open()
      $toasts.set([])
      const { made, asked } = press()
      await leave()
      await asked.answer(status, body)
      expect(await made).toBeUndefined()
      expect($toasts.get()).toMatchObject([
        {
          notDone: { name: 'Nisha Karki', problem: expect.stringMatching(problem), href: '/admin/bookings?new=1' },
        },
      ])
    }
  })

  test('is said in the form where that is in sight, and what was booked is said by its own news', async () => {
    const refused = press()
    await refused.asked.answer(503, {})
    await refused.made
    const booked = press()
    closeWalkIn()
    await booked.asked.answer(201, { bookingId: 'BK-1', totalAmount: 40_000, state: 'confirmed' })
    expect(await booked.made).toBe('BK-1')
    expect($toasts.get()).toEqual([])
  })
})

test.each([
  [{ firstName: 'Enter a first name' }, ' ', 'Enter a name'],
  [{ firstName: 'This text is too long' }, 'Nisha Karki', 'This text is too long'],
  [{ lastName: 'This text is too long' }, 'Nisha Karki', 'This text is too long'],
])('what is wrong with a name is said of the one field that it has: %o', async (fields, name, said) => {
  await open()
  const { made, asked } = press({ ...WALK_IN, name, phone: '' })
  const failure = { code: 'invalid', message: 'No', fields: { ...fields, phone: 'Enter a phone number' } }
  await asked.answer(422, { error: failure })
  await made
  expect($walkIn.get().fields).toEqual({ name: said, phone: 'Enter a phone number' })
})

test('nothing is booked at the price of other choices, and a price that was lost is asked for again', async () => {
  await open()
  const professional = { ...WALK_IN, planId: 'professional' }
  void updateQuote(professional)
  expect($walkIn.get()).toMatchObject({ pricing: true, quote: { totalAmount: 40_000 } })
  const asked = tab.next
  await placeWalkIn(professional)
  expect(tab.asked).toEqual([])
  await asked.answer(503, {})
  expect($walkIn.get()).toMatchObject({ pricing: false, problem: expect.any(String) })
  expect($walkIn.get()).not.toHaveProperty('quote')
  void placeWalkIn(professional)
  expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/quote', query: { planId: 'professional' } }])
  await tab.next.answer(200, { ...QUOTE, totalAmount: 912_300 })
  expect($walkIn.get()).toMatchObject({ pricing: false, quote: { totalAmount: 912_300 } })
  expect($walkIn.get()).not.toHaveProperty('problem')
  expect(press(professional).asked.body).toMatchObject({ totalAmount: 912_300 })
})

test.each([
  [201, { bookingId: 'BK-1', totalAmount: 40_000, state: 'confirmed' }],
  [422, { error: { code: 'invalid', message: 'No', fields: { phone: 'Enter a phone number' } } }],
])('an answer to a form that was left is not about the next one: %i', async (status, body) => {
  await open()
  const first = press()
  await open()
  const second = press({ ...WALK_IN, name: 'Second Customer' })
  const meanwhile = $walkIn.get()
  await first.asked.answer(status, body)
  expect(await first.made).toBeUndefined()
  expect($walkIn.get()).toBe(meanwhile)
  await second.asked.answer(503, {})
  await second.made
  expect(press({ ...WALK_IN, name: 'Second Customer' }).asked.key).toBe(second.asked.key)
})

test('a quote that comes late leaves standing what was refused, but for what it is about', async () => {
  await open()
  const { made, asked } = press({ ...WALK_IN, phone: '' })
  void updateQuote({ ...WALK_IN, phone: '' })
  const fields = { phone: 'Enter a phone number', startDate: 'Choose another day' }
  await asked.answer(422, { error: { code: 'invalid', message: 'No', fields } })
  await made
  await tab.next.answer(200, QUOTE)
  expect($walkIn.get()).toMatchObject({ busy: false, pricing: false, fields: { phone: fields.phone } })
  expect($walkIn.get().fields).not.toHaveProperty('startDate')
})

test('that the price has changed is said beside the new one, until something else is chosen', async () => {
  await open()
  const { made, asked } = press()
  await asked.answer(409, { error: { code: 'price_changed', message: 'No', totalAmount: 50_000 } })
  await tab.next.answer(200, { ...QUOTE, totalAmount: 50_000 })
  await made
  expect($walkIn.get()).toMatchObject({ quote: { totalAmount: 50_000 }, problem: expect.any(String) })
  void updateQuote(WALK_IN)
  expect($walkIn.get()).not.toHaveProperty('problem')
})

describe('a page that is loaded anew', () => {
  const [inTab, inBrowser] = [new KeptStorage(), new KeptStorage()]
  /** The modules of a page that knows nothing but what the tab keeps, in front of whom is signed in. */
  const load = async () => {
    vi.resetModules()
    const { replaceEnvironment } = await import('#stores/environment.ts')
    replaceEnvironment({ ...tab.environment, tabStorage: inTab.storage, storage: inBrowser.storage })
    const typed = await import('#stores/admin/form-drafts.ts')
    typed.setDraftOwner('owner@example.com')
    const desk = await import('#stores/admin/desk/walk-in.ts')
    desk.openWalkIn(WALK_IN)
    await tab.next.answer(200, QUOTE)
    return { ...desk, ...typed }
  }
  const sendOn = ({ placeWalkIn }: Pick<Awaited<ReturnType<typeof load>>, 'placeWalkIn'>, walkIn = WALK_IN) => {
    const made = placeWalkIn(walkIn)
    return { made, asked: tab.next }
  }
  beforeEach(() => inTab.entries.clear())

  test('sends what was sent as the same order, and anything else as another', async () => {
    const { asked: lost } = sendOn(await load())
    const { made, asked: again } = sendOn(await load())
    expect(again.key).toBe(lost.key)
    await again.answer(503, {})
    await made
    const { made: booked, asked: changed } = sendOn(await load(), { ...WALK_IN, paid: 'later' })
    expect(changed.key).not.toBe(lost.key)
    expect(changed.body).toMatchObject({ unanswered: [lost.key] })
    await changed.answer(201, { bookingId: 'BK-2', totalAmount: 40_000, state: 'held' })
    expect(await booked).toBe('BK-2')
    expect(sendOn(await load(), { ...WALK_IN, paid: 'later' }).asked.key).not.toBe(changed.key)
  })

  test('knows nothing of an order whose form was begun anew', async () => {
    const page = await load()
    const { asked: lost } = sendOn(page)
    page.clearDraft(FORM)
    const { asked: anew } = sendOn(await load())
    expect(anew.key).not.toBe(lost.key)
    expect(anew.body).not.toHaveProperty('unanswered')
  })
})
