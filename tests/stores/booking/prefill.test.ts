import { describe, expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { bookingView } from '../../support/booking-view.ts'
import { errorResponse, ok, Visitor } from './visitor.ts'

const SECRET = 'secret-of-the-membership'

/** A month at a hot desk from 31 January, with mail handling and two guest passes. */
const month = (over: Partial<BookingView> = {}): BookingView =>
  bookingView({
    planId: 'professional',
    billing: 'monthly',
    startDate: '2027-01-31',
    endDate: '2027-02-27',
    startTime: '10:00',
    endTime: '18:00',
    notes: 'By the window',
    lines: [
      line('plan', 'professional', 1, 950_000),
      line('add_on', 'guest-passes', 2, 30_000),
      line('add_on', 'mail-handling', 1, 50_000),
    ],
    ...over,
  })

const line = (kind: 'plan' | 'add_on', id: string, quantity: number, unit: number) => ({
  ...{ kind, id, label: id, quantity },
  unitAmount: paisa(unit),
  amount: paisa(unit * quantity),
})

const RENEWAL = {
  membershipId: 'm-1',
  startDate: '2027-02-28',
  endDate: '2027-03-30',
  amount: paisa(1_000_000),
  full: false,
}

/** Opens the wizard from the page of a booking. */
async function openFrom(
  booking: BookingView,
  choices: { startDate: string; isRenewal?: true },
  visitor = new Visitor(),
) {
  const { startDate, isRenewal } = choices
  // The page is loaded before the wizard's.
  vi.resetModules()
  const { replaceEnvironment } = await import('../../support/environment.ts')
  replaceEnvironment({ tabStorage: visitor.tab.storage })
  const { getWizardUrl, prefillWizard } = await import('#stores/booking/prefill.ts')
  prefillWizard(booking, { startDate, ...(isRenewal && { renewal: { ...RENEWAL, secret: SECRET } }) })
  const url = getWizardUrl(booking, startDate)
  visitor.visit(url)
  return { visitor, url, page: await visitor.openPage() }
}

const openRenewal = (visitor?: Visitor) => openFrom(month(), { startDate: RENEWAL.startDate, isRenewal: true }, visitor)

describe('the wizard, opened from a booking', () => {
  test('has its choices and contact, at the step of the dates', async () => {
    const { page, visitor } = await openFrom(month(), { startDate: '' })
    expect(page.$draft.get()).toMatchObject({
      locationId: 'dhobighat-hub',
      planId: 'professional',
      billing: 'monthly',
      startDate: '',
      startTime: '10:00',
      endTime: '18:00',
      addOns: ['guest-passes', 'mail-handling'],
      meetingRoomHours: 0,
      guestPasses: 2,
      notes: 'By the window',
      contactInfo: { firstName: 'Aarati', email: 'aarati@example.com', phone: '+9779841234567' },
    })
    expect(page.$step.get()).toBe(2)
    expect(page.$renewal.get()).toBeNull()
    expect(visitor.address).toBe('/booking#step-2')
  })

  test('has the preselected day of a day pass', async () => {
    const { page } = await openFrom(bookingView(), { startDate: '2026-12-11' })
    expect(page.$draft.get()).toMatchObject({ planId: 'explorer', startDate: '2026-12-11', endDate: '' })
    await page.goToNextStep()
    expect(page.$step.get()).toBe(3)
  })

  test('is prefilled once, so that a reload keeps later choices', async () => {
    const { page, visitor } = await openFrom(month(), { startDate: '' })
    page.choosePlan('enterprise')
    expect((await visitor.openPage()).$draft.get().planId).toBe('enterprise')
  })

  test('has the main choices without tab storage', async () => {
    const visitor = new Visitor()
    visitor.tab.state = 'blocked'
    const { page } = await openFrom(month(), { startDate: '2027-02-28' }, visitor)
    expect(page.$draft.get()).toMatchObject({ planId: 'professional', startDate: '2027-02-28', notes: '' })
  })

  test('gets neither secret nor contact in its address', async () => {
    const { url } = await openRenewal()
    expect(url).toBe('/booking?location=dhobighat-hub&plan=professional&billing=monthly&start=2027-02-28#step-2')
  })
})

describe('a renewal in the wizard', () => {
  test('covers the days of the membership and is sent with its secret', async () => {
    const { page, visitor } = await openRenewal()
    expect(page.$quote.get()).toMatchObject({
      coverage: { from: '2027-02-28', to: '2027-03-30', count: 1, months: 1 },
      total: 950_000 + 2 * 30_000 + 200_000,
    })
    expect(page.$problems.get()).toEqual({})
    await page.placeDraft()
    const [sent] = visitor.placements
    expect(sent?.authorization).toBe(`Bearer ${SECRET}`)
    expect(sent?.body).toMatchObject({ renews: 'm-1', startDate: '2027-02-28' })
    expect(sent?.body).not.toHaveProperty('endDate')
    expect(JSON.stringify(sent?.body)).not.toContain(SECRET)
    expect(visitor.navigations).toEqual(['/payment'])
  })

  test('survives a reload, but is stored in the tab only', async () => {
    const { visitor } = await openRenewal()
    const reloaded = await visitor.openPage()
    expect(reloaded.$renewal.get()).toMatchObject({ membershipId: 'm-1', secret: SECRET })
    expect(JSON.stringify([...visitor.local.entries])).not.toContain(SECRET)
  })

  test('shows full days before payment, and offers no other dates', async () => {
    const full = [{ date: '2027-03-30', seats: 30, taken: 30 }]
    const { page } = await openRenewal(
      new Visitor({ 'GET /api/availability': () => ok({ locationId: 'dhobighat-hub', days: full }) }),
    )
    await page.loadDraftSeats()
    expect(page.$fullDays.get()).toEqual(['2027-03-30'])
    expect(await page.goToNextStep()).toBe(false)
    await page.loadOfferSeats()
    expect(page.$offers.get()).toEqual([])
  })

  test('shows that the period was already renewed, and books nothing under its key', async () => {
    const message = 'This period is already renewed.'
    const { page, visitor } = await openRenewal(
      new Visitor({ 'POST /api/bookings': () => errorResponse(409, { code: 'already_done', message }) }),
    )
    await page.placeDraft()
    expect(page.$placement.get()).toMatchObject({ failure: { code: 'already_done', message } })
    await page.placeDraft()
    expect(new Set(visitor.placements.map(({ key }) => key)).size).toBe(2)
  })

  test('becomes a new booking on request, and after another choice', async () => {
    const { page, visitor } = await openRenewal()
    page.makeNewBooking()
    expect(page.$renewal.get()).toBeNull()
    await page.placeDraft()
    expect(visitor.placements[0]?.authorization).toBeNull()
    expect(visitor.placements[0]?.body).not.toHaveProperty('renews')
    const other = await openRenewal()
    other.page.choosePlan('enterprise')
    expect(other.page.$renewal.get()).toBeNull()
  })

  test('returns when a reset is undone', async () => {
    const { page } = await openRenewal()
    page.startOver()
    expect(page.$renewal.get()).toBeNull()
    page.restoreDraft()
    expect(page.$renewal.get()).toMatchObject({ membershipId: 'm-1' })
  })
})
