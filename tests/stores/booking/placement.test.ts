import { describe, expect, test } from 'vitest'
import { business, day } from '../../domain/business.ts'
import { errorResponse, fill, ok, openFilled, Visitor } from './visitor.ts'

const PLACE = 'POST /api/bookings'

/** A visitor whose bookings are placed, but whose first `count` responses are lost. */
function visitorWithLostResponses(count: number): Visitor {
  const visitor: Visitor = new Visitor({
    [PLACE]: ({ key }) => {
      const response = visitor.book(key)
      return visitor.placements.length > count ? response : 'unreachable'
    },
  })
  return visitor
}

async function openAndPlace(responses?: ConstructorParameters<typeof Visitor>[0], visitor = new Visitor(responses)) {
  const { page } = await openFilled(visitor)
  await page.placeDraft()
  return { visitor, page }
}

describe('placing a booking', () => {
  test('sends one request on a double click', async () => {
    const { visitor, page } = await openFilled()
    await Promise.all([page.placeDraft(), page.placeDraft()])
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(1)
  })

  test('rejects a draft changed during the request, and replaces the hold on the next attempt', async () => {
    const visitor: Visitor = new Visitor({
      [PLACE]: ({ key }) => {
        if (visitor.placements.length === 1) page.setNotes('By the window')
        return visitor.book(key)
      },
    })
    const { page } = await openFilled(visitor)
    await page.placeDraft()
    expect(visitor.navigations).toEqual([])
    expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'changed_meanwhile' } })
    await page.placeDraft()
    expect(visitor.placements[1]?.body).toMatchObject({ notes: 'By the window', replaces: { bookingId: 'BK-1' } })
    expect(visitor.navigations).toEqual(['/payment'])
  })

  test('sends the same key after a lost response and a reload', async () => {
    const visitor = visitorWithLostResponses(2)
    const { page } = await openAndPlace(undefined, visitor)
    expect(page.$placement.get()).toEqual({ state: 'failed', failure: { code: 'unreachable' } })
    await page.placeDraft()
    const reloaded = await visitor.openPage()
    await reloaded.placeDraft()
    expect(new Set(visitor.placements.map(({ key }) => key)).size).toBe(1)
    expect(visitor.bookings.size).toBe(1)
    expect(visitor.navigations).toEqual(['/payment'])
  })

  describe('a changed draft after a lost response', () => {
    test('has a new key and names every one that may hold a seat until a response arrives', async () => {
      const visitor = visitorWithLostResponses(2)
      const { page } = await openAndPlace(undefined, visitor)
      page.setNotes('By the window')
      await page.placeDraft()
      const reloaded = await visitor.openPage()
      reloaded.setNotes('By the door')
      await reloaded.placeDraft()
      const [first, second, third] = visitor.placements
      expect(second?.key).not.toBe(first?.key)
      expect(first?.body).not.toHaveProperty('unanswered')
      expect(second?.body.unanswered).toEqual([first?.key])
      expect(third?.body.unanswered).toEqual([first?.key, second?.key])
      reloaded.resetRedirect()
      reloaded.setNotes('Anywhere')
      await reloaded.placeDraft()
      expect(visitor.placements[3]?.body).toMatchObject({ replaces: { bookingId: 'BK-3' } })
      expect(visitor.placements[3]?.body).not.toHaveProperty('unanswered')
    })

    test('names the same keys after a rejection and after the draft was cleared', async () => {
      const visitor = visitorWithLostResponses(1)
      const { page } = await openAndPlace(undefined, visitor)
      page.resetDraft()
      expect(visitor.local.entries.get('booking-attempt')).not.toContain('aarati@example.com')
      visitor.responses[PLACE] = () => errorResponse(409, { code: 'sold_out' })
      await fill(page)
      page.setNotes('By the window')
      await page.placeDraft()
      await page.placeDraft()
      const [first, second, third] = visitor.placements
      expect(second?.body.unanswered).toEqual([first?.key])
      expect(third?.body.unanswered).toEqual([first?.key])
    })

    test('names only the latest keys that a request accepts', async () => {
      const visitor = visitorWithLostResponses(8)
      const { page } = await openFilled(visitor)
      for (const notes of 'abcdefgh') {
        page.setNotes(notes)
        await page.placeDraft()
      }
      const keys = visitor.placements.map(({ key }) => key)
      expect(visitor.placements.at(-1)?.body.unanswered).toEqual(keys.slice(2, 7))
    })
  })

  test.each(['unreachable', 'in_flight', 'internal', 'too_many'])('keeps the key after %s', async (code) => {
    const response = code === 'unreachable' ? code : errorResponse(500, { code })
    const { visitor, page } = await openAndPlace({ [PLACE]: () => response })
    expect(page.$step.get()).toBe(4)
    await page.placeDraft()
    expect(visitor.placements[1]?.key).toBe(visitor.placements[0]?.key)
  })

  const REJECTIONS = ['sold_out', 'price_changed', 'invalid', 'idempotency_mismatch']
  test.each(REJECTIONS)('uses a new key after %s, which booked nothing', async (code) => {
    const { visitor, page } = await openAndPlace({ [PLACE]: () => errorResponse(409, { code }) })
    await page.placeDraft()
    expect(visitor.placements[1]?.key).not.toBe(visitor.placements[0]?.key)
    expect(page.$draft.get().contactInfo.firstName).toBe('Aarati')
  })

  const READ = 'GET /api/bookings/BK-1'

  test('opens the existing booking for the same choices', async () => {
    const { visitor, page } = await openAndPlace({ [READ]: () => ok({ status: 'held' }) })
    page.resetRedirect()
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(1)
    expect(visitor.navigations).toEqual(['/payment', '/payment'])
  })

  test('places a new booking when the hold has ended', async () => {
    const { visitor } = await openAndPlace({ [READ]: () => ok({ status: 'expired' }) })
    const reopened = await visitor.openPage()
    await reopened.placeDraft()
    expect(visitor.placements).toHaveLength(2)
    expect(reopened.$currentBooking.get()?.bookingId).toBe('BK-2')
  })

  test('places nothing while the state of the earlier booking is unknown', async () => {
    const { visitor, page } = await openAndPlace({ [READ]: () => 'unreachable' })
    page.resetRedirect()
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(1)
    expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'unreachable' } })
  })

  test('returns to the dates with the nearest free ones when sold out', async () => {
    const nearest = [
      { locationId: 'dhobighat-hub', startDate: '2026-12-19', totalAmount: 950_000 },
      { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 800_000 },
      { locationId: 'nowhere', startDate: 'soon', totalAmount: 1 },
    ]
    const visitor = new Visitor({ [PLACE]: () => errorResponse(409, { code: 'sold_out', nearest }) })
    const { page } = await openFilled(visitor)
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

  test('loads and shows a changed price before booking', async () => {
    const tables = [{ ...business.prices[1], locationId: 'dhobighat-hub' }]
    const visitor = new Visitor({ [PLACE]: () => errorResponse(409, { code: 'price_changed', totalAmount: 800_000 }) })
    const { page } = await openFilled(visitor)
    visitor.responses['GET /api/prices'] = () => ok({ tables })
    await page.placeDraft()
    expect(page.$quote.get()?.total).toBe(800_000)
    expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { code: 'price_changed' } })
    expect(page.$step.get()).toBe(4)
  })

  test('shows fields that the server rejects at their step', async () => {
    const fields = { startDate: 'Choose today or a later start date', phone: 'Enter a phone number' }
    const { page } = await openAndPlace({ [PLACE]: () => errorResponse(422, { code: 'invalid', fields }) })
    expect(page.$step.get()).toBe(2)
    expect(page.$placement.get()).toMatchObject({ state: 'failed', failure: { fields } })
  })

  test('shows missing fields before sending', async () => {
    const { visitor, page } = await openFilled()
    page.setContact({ email: 'aarati@example', phone: '' })
    await page.placeDraft()
    expect(visitor.placements).toHaveLength(0)
    expect(page.$problems.get()).toEqual({ email: 'not_an_email', phone: 'missing' })
    expect(page.$attemptedSteps.get().has(4)).toBe(true)
    page.setDates('', '')
    await page.placeDraft()
    expect(page.$step.get()).toBe(2)
  })

  test('clears the draft of a paid booking, but not the next one', async () => {
    const { page } = await openAndPlace()
    page.resetDraftOf('BK-other')
    expect(page.$draft.get().locationId).toBe('dhobighat-hub')
    page.resetDraftOf('BK-1')
    expect(page.$draft.get().locationId).toBe('')
    page.chooseLocation('kausimaa')
    page.resetDraftOf('BK-1')
    expect(page.$draft.get().locationId).toBe('kausimaa')
  })
})
