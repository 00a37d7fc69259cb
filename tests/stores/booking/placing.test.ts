import { describe, expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { type Answer, fill, KAUSIMAA, refusal, Visitor } from './visitor.ts'

const PLACE = 'POST /api/bookings'
const day = (text: string) => text as IsoDate

test('a double click makes one call', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  await Promise.all([page.placeDraft(), page.placeDraft()])
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(1)
})

test('what is changed while the seat is held is not passed over: the next try takes its place', async () => {
  const visitor: Visitor = new Visitor({
    [PLACE]: ({ key }) => {
      if (visitor.placings.length === 1) page.setNotes('By the window')
      return visitor.book(key ?? '')
    },
  })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  expect(visitor.left).toEqual([])
  expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'changed_meanwhile' } })
  await page.placeDraft()
  expect(visitor.placings[1]?.body).toMatchObject({ notes: 'By the window', replaces: { bookingId: 'BK-1' } })
  expect(visitor.left).toEqual(['/payment'])
})

test('a retry after a lost answer and a reload sends the same key: one booking', async () => {
  const lost: Visitor = new Visitor({
    [PLACE]: ({ key }) => {
      lost.book(key ?? '')
      return lost.placings.length < 3 ? 'unreachable' : lost.book(key ?? '')
    },
  })
  const page = await lost.openPage()
  await fill(page)
  await page.placeDraft()
  expect(page.$placement.get()).toEqual({ state: 'failed', failure: { code: 'unreachable' } })
  await page.placeDraft()
  const reloaded = await lost.openPage()
  await reloaded.placeDraft()
  expect(new Set(lost.placings.map(({ key }) => key)).size).toBe(1)
  expect(lost.bookings.size).toBe(1)
  expect(lost.left).toEqual(['/payment'])
})

test('a changed draft goes under a new key', async () => {
  const visitor = new Visitor({ [PLACE]: () => 'unreachable' })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  page.setNotes('By the window')
  await page.placeDraft()
  const [first, second] = visitor.placings
  expect(second?.key).not.toBe(first?.key)
})

describe('what is placed after an answer was lost and the draft changed', () => {
  /** Books under every key; of the first `lost` answers none comes. */
  const losing = (lost: number): Visitor => {
    const visitor: Visitor = new Visitor({
      [PLACE]: ({ key }) => {
        const answer = visitor.book(key ?? '')
        return visitor.placings.length > lost ? answer : 'unreachable'
      },
    })
    return visitor
  }

  test('names every key that may hold a seat, also after a reload, until one is answered', async () => {
    const visitor = losing(2)
    const page = await visitor.openPage()
    await fill(page)
    await page.placeDraft()
    page.setNotes('By the window')
    await page.placeDraft()
    const reloaded = await visitor.openPage()
    reloaded.setNotes('By the door')
    await reloaded.placeDraft()
    const [first, second, third] = visitor.placings
    expect(first?.body).not.toHaveProperty('unanswered')
    expect(second?.body.unanswered).toEqual([first?.key])
    expect(third?.body.unanswered).toEqual([first?.key, second?.key])
    reloaded.resetLeaving()
    reloaded.setNotes('Anywhere')
    await reloaded.placeDraft()
    expect(visitor.placings[3]?.body).toMatchObject({ replaces: { bookingId: 'BK-3' } })
    expect(visitor.placings[3]?.body).not.toHaveProperty('unanswered')
  })

  test('is sent again with the same, whether refused or emptied in between', async () => {
    const visitor = losing(1)
    const page = await visitor.openPage()
    await fill(page)
    await page.placeDraft()
    page.resetDraft()
    expect(visitor.storage.get('booking-attempt')).not.toContain('aarati@example.com')
    visitor.answers[PLACE] = () => refusal(409, { code: 'sold_out' })
    await fill(page)
    page.setNotes('By the window')
    await page.placeDraft()
    await page.placeDraft()
    const [first, second, third] = visitor.placings
    expect(second?.body.unanswered).toEqual([first?.key])
    expect(third?.body.unanswered).toEqual([first?.key])
  })

  test('names no more keys than a request may carry, the latest of them', async () => {
    const visitor = losing(8)
    const page = await visitor.openPage()
    await fill(page)
    for (const notes of 'abcdefgh') {
      page.setNotes(notes)
      await page.placeDraft()
    }
    const keys = visitor.placings.map(({ key }) => key)
    expect(visitor.placings.at(-1)?.body.unanswered).toEqual(keys.slice(2, 7))
  })
})

test.each(['unreachable', 'in_flight', 'internal', 'too_many'])('after %s the key is kept', async (code) => {
  const visitor = new Visitor({
    [PLACE]: () => (code === 'unreachable' ? code : refusal(500, { code })),
  })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  expect(page.$step.get()).toBe(4)
  await page.placeDraft()
  expect(visitor.placings[1]?.key).toBe(visitor.placings[0]?.key)
})

test.each(['sold_out', 'price_changed', 'invalid', 'idempotency_mismatch'])(
  'after %s, which booked nothing, the next try has a new key',
  async (code) => {
    const visitor = new Visitor({ [PLACE]: () => refusal(409, { code }) })
    const page = await visitor.openPage()
    await fill(page)
    await page.placeDraft()
    await page.placeDraft()
    expect(visitor.placings[1]?.key).not.toBe(visitor.placings[0]?.key)
    expect(page.$draft.get().contactInfo.firstName).toBe('Aarati')
  },
)

const reading = (status: string): Answer => ({ status: 200, body: { status } })

test('coming back from payment with the same choices leads to the booking that stands', async () => {
  const visitor = new Visitor({ 'GET /api/bookings/BK-1': () => reading('held') })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  page.resetLeaving()
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(1)
  expect(visitor.left).toEqual(['/payment', '/payment'])
})

test('a booking whose hold ended is made anew, not replayed', async () => {
  const visitor = new Visitor({ 'GET /api/bookings/BK-1': () => reading('expired') })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  const again = await visitor.openPage()
  await again.placeDraft()
  expect(visitor.placings).toHaveLength(2)
  expect(again.$currentBooking.get()?.bookingId).toBe('BK-2')
})

test('while nobody can say how the earlier booking stands, none is made', async () => {
  const visitor = new Visitor({ 'GET /api/bookings/BK-1': () => 'unreachable' })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  page.resetLeaving()
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(1)
  expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'unreachable' } })
})

test('sold out: back to the dates with the nearest free ones, which can be taken', async () => {
  const nearest = [
    { locationId: 'dhobighat-hub', startDate: '2026-12-19', totalAmount: 950_000 },
    { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 800_000 },
    { locationId: 'nowhere', startDate: 'soon', totalAmount: 1 },
  ]
  const visitor = new Visitor({ [PLACE]: () => refusal(409, { code: 'sold_out', nearest }) })
  const page = await visitor.openPage()
  await fill(page)
  page.setDates(day('2026-12-10'), day('2027-01-20'))
  await page.placeDraft()
  expect(page.$step.get()).toBe(2)
  expect(page.$draft.get().startDate).toBe('2026-12-10')
  expect(page.$offers.get().map(({ locationId, startDate, total }) => [locationId, startDate, total])).toEqual([
    ['dhobighat-hub', '2026-12-19', 1_900_000],
    ['kausimaa', '2026-12-10', 1_600_000],
  ])
  const [offer] = page.$offers.get()
  if (offer) page.acceptOffer(offer)
  expect(page.$draft.get()).toMatchObject({ startDate: '2026-12-19', endDate: '2027-02-18' })
  expect(page.$placement.get().state).toBe('idle')
  expect(page.$quote.get()?.coverage?.count).toBe(2)
})

test('a changed price is fetched and shown before anything is booked', async () => {
  const dearer = { ...KAUSIMAA, locationId: 'dhobighat-hub' }
  const visitor = new Visitor({ [PLACE]: () => refusal(409, { code: 'price_changed', totalAmount: 800_000 }) })
  const page = await visitor.openPage()
  await fill(page)
  visitor.answers['GET /api/prices'] = () => ({ status: 200, body: { tables: [dearer] } })
  await page.placeDraft()
  expect(page.$quote.get()?.total).toBe(800_000)
  expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'price_changed' } })
  expect(page.$step.get()).toBe(4)
})

test('fields that the server refuses are shown at their step', async () => {
  const fields = { startDate: 'Choose a start date from today on', phone: 'Enter a phone number' }
  const visitor = new Visitor({ [PLACE]: () => refusal(422, { code: 'invalid', fields }) })
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  expect(page.$step.get()).toBe(2)
  expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { fields } })
})

test('what is lacking is shown before anything is sent', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  page.setContact({ email: 'aarati@example', phone: '' })
  await page.placeDraft()
  expect(visitor.placings).toHaveLength(0)
  expect(page.$problems.get()).toEqual({ email: 'not_an_email', phone: 'missing' })
  expect(page.$attemptedSteps.get().has(4)).toBe(true)
  page.setDates('', '')
  await page.placeDraft()
  expect(page.$step.get()).toBe(2)
})

test('a paid booking takes its draft with it, but not the next one', async () => {
  const visitor = new Visitor()
  const page = await visitor.openPage()
  await fill(page)
  await page.placeDraft()
  page.resetDraftOf('BK-of-somebody')
  expect(page.$draft.get().locationId).toBe('dhobighat-hub')
  page.resetDraftOf('BK-1')
  expect(page.$draft.get().locationId).toBe('')
  page.chooseLocation('kausimaa')
  page.resetDraftOf('BK-1')
  expect(page.$draft.get().locationId).toBe('kausimaa')
})
