import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { $desk, book, closeDesk, forgetWalkIn, openDesk, priceOf } from '#stores/admin/bookings/walk-in.ts'
import { WALK_IN as FORM, usualWalkIn } from '#stores/admin/bookings/walk-in-form.ts'
import { $notices } from '#stores/admin/notices.ts'
import { KeptStorage } from '../../support/kept.ts'
import { refusal, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

const WALK_IN = {
  ...usualWalkIn('kausimaa', 'explorer', '2026-12-01' as IsoDate),
  name: 'Nisha Karki',
  phone: '9841234567',
}
const QUOTE = { totalAmount: 40_000, lines: [], startDate: '2026-12-01', endDate: '2026-12-01', free: 9, fields: {} }
const open = async () => {
  openDesk(WALK_IN)
  await tab.next.answer(200, QUOTE)
}
const press = (walkIn = WALK_IN) => {
  const made = book(walkIn)
  return { made, asked: tab.next }
}

test('a walk-in whose answer was lost is sent again as the same one, and changed or anew as another', async () => {
  await open()
  const { made, asked: lost } = press()
  expect(lost.body).toMatchObject({ contactInfo: { firstName: 'Nisha', lastName: 'Karki' }, totalAmount: 40_000 })
  await lost.answer(503, {})
  expect(await made).toBeUndefined()
  expect($desk.get()).toMatchObject({ busy: false, problem: expect.any(String) })
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
    forgetWalkIn()
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
      expect($desk.get()).toMatchObject({ busy: false, fields: {}, booked: 'BK-1' })
      expect($desk.get()).not.toHaveProperty('problem')
    }
    forgetWalkIn()
    expect((await sendOn(WALK_IN)).body).not.toHaveProperty('unanswered')
    expect($desk.get()).not.toHaveProperty('booked')
  })
})

describe('what came to nothing once its form was out of sight', () => {
  beforeEach(() => {
    $notices.set([])
    return open()
  })

  test.each([
    ['closed', closeDesk],
    ['opened anew', open],
  ])('is said with its name where the form was %s', async (_, leave) => {
    for (const [status, body, problem] of [
      [503, {}, /./],
      [422, refusal('invalid', { fields: { phone: 'Enter a phone number' } }), /^Enter a phone number\.$/],
    ] as const) {
      await open()
      $notices.set([])
      const { made, asked } = press()
      await leave()
      await asked.answer(status, body)
      expect(await made).toBeUndefined()
      expect($notices.get()).toMatchObject([
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
    closeDesk()
    await booked.asked.answer(201, { bookingId: 'BK-1', totalAmount: 40_000, state: 'confirmed' })
    expect(await booked.made).toBe('BK-1')
    expect($notices.get()).toEqual([])
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
  expect($desk.get().fields).toEqual({ name: said, phone: 'Enter a phone number' })
})

test('nothing is booked at the price of other choices, and a price that was lost is asked for again', async () => {
  await open()
  const professional = { ...WALK_IN, planId: 'professional' }
  void priceOf(professional)
  expect($desk.get()).toMatchObject({ pricing: true, quote: { totalAmount: 40_000 } })
  const asked = tab.next
  await book(professional)
  expect(tab.asked).toEqual([])
  await asked.answer(503, {})
  expect($desk.get()).toMatchObject({ pricing: false, problem: expect.any(String) })
  expect($desk.get()).not.toHaveProperty('quote')
  void book(professional)
  expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/quote', query: { planId: 'professional' } }])
  await tab.next.answer(200, { ...QUOTE, totalAmount: 912_300 })
  expect($desk.get()).toMatchObject({ pricing: false, quote: { totalAmount: 912_300 } })
  expect($desk.get()).not.toHaveProperty('problem')
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
  const meanwhile = $desk.get()
  await first.asked.answer(status, body)
  expect(await first.made).toBeUndefined()
  expect($desk.get()).toBe(meanwhile)
  await second.asked.answer(503, {})
  await second.made
  expect(press({ ...WALK_IN, name: 'Second Customer' }).asked.key).toBe(second.asked.key)
})

test('a quote that comes late leaves standing what was refused, but for what it is about', async () => {
  await open()
  const { made, asked } = press({ ...WALK_IN, phone: '' })
  void priceOf({ ...WALK_IN, phone: '' })
  const fields = { phone: 'Enter a phone number', startDate: 'Choose another day' }
  await asked.answer(422, { error: { code: 'invalid', message: 'No', fields } })
  await made
  await tab.next.answer(200, QUOTE)
  expect($desk.get()).toMatchObject({ busy: false, pricing: false, fields: { phone: fields.phone } })
  expect($desk.get().fields).not.toHaveProperty('startDate')
})

test('that the price has changed is said beside the new one, until something else is chosen', async () => {
  await open()
  const { made, asked } = press()
  await asked.answer(409, { error: { code: 'price_changed', message: 'No', totalAmount: 50_000 } })
  await tab.next.answer(200, { ...QUOTE, totalAmount: 50_000 })
  await made
  expect($desk.get()).toMatchObject({ quote: { totalAmount: 50_000 }, problem: expect.any(String) })
  void priceOf(WALK_IN)
  expect($desk.get()).not.toHaveProperty('problem')
})

describe('a page that is loaded anew', () => {
  const [inTab, inBrowser] = [new KeptStorage(), new KeptStorage()]
  /** The modules of a page that knows nothing but what the tab keeps, in front of whom is signed in. */
  const load = async () => {
    vi.resetModules()
    const { replaceEnvironment } = await import('#stores/environment.ts')
    replaceEnvironment({ ...tab.environment, tabStorage: inTab.storage, storage: inBrowser.storage })
    const typed = await import('#stores/admin/typed.ts')
    typed.typesHere('owner@example.com')
    const desk = await import('#stores/admin/bookings/walk-in.ts')
    desk.openDesk(WALK_IN)
    await tab.next.answer(200, QUOTE)
    return { ...desk, ...typed }
  }
  const sendOn = ({ book }: Pick<Awaited<ReturnType<typeof load>>, 'book'>, walkIn = WALK_IN) => {
    const made = book(walkIn)
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
    page.forgetTyped(FORM)
    const { asked: anew } = sendOn(await load())
    expect(anew.key).not.toBe(lost.key)
    expect(anew.body).not.toHaveProperty('unanswered')
  })
})
