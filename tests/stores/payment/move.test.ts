import { describe, expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { BOOKING_ID, errorResponse, ID, MINUTE, Payer, waitForRequests } from './payer.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`
const PREVIEW = `GET /api/bookings/${BOOKING_ID}/move?startDate=2026-12-20`
const MOVE = `POST /api/bookings/${BOOKING_ID}/move`
const DROP = `DELETE /api/bookings/${BOOKING_ID}/move`
const VERIFY = 'POST /api/payments/verify'
const respond = (body: object, status = 200) => ({ status, body })

describe('paying a move on the payment screen', () => {
  /** A confirmed booking whose move waits for its payment. */
  async function open() {
    const payer = new Payer()
    const server: Pick<BookingView, 'change'> = { change: changeView() }
    payer.server.overrides[READ] = () =>
      respond(bookingView({ change: server.change, now: new Date(payer.server.now).toISOString() }))
    const navigations: string[] = []
    const page = await payer.open('/payment')
    page.replaceEnvironment({ navigate: (url) => navigations.push(url) })
    return { payer, page, navigations, server }
  }

  test('shows the difference, the new days and the methods of the change', async () => {
    const { page } = await open()
    expect(page.state()).toEqual({ state: 'selecting' })
    const lines = [{ label: 'Extra cost of new dates', amount: 20_000 }]
    expect(page.$summary.get()).toEqual({ lines, fee: 0, total: 20_000 })
    expect(page.$booking.get()).toMatchObject({ startDate: '2026-12-20', extensionsLeft: 0 })
    const offered = page.$booking.get()?.methods.filter(({ available }) => available)
    expect(offered?.map(({ id }) => id)).toEqual(['esewa', 'khalti', 'stripe'])
    expect(page.$bookingPath.get()).toBe('/your-booking')
  })

  test('starts a payment of the change', async () => {
    const { payer, page } = await open()
    await page.startPayment()
    expect(payer.server.requestsTo(/POST \/api\/payments$/).map(({ body }) => body)).toEqual([
      { bookingId: BOOKING_ID, method: 'esewa', change: 'change-1' },
    ])
  })

  test.each([
    ['moved', { state: 'confirmed', success: true, change: 'applied' }, '/your-booking#applied'],
    ['not moved', { state: 'confirmed', success: true, change: 'expired' }, '/your-booking#expired'],
    ['not paid', { state: 'failed', success: false, change: 'open' }, '/your-booking#open'],
  ])('returns to the page of the booking that has %s', async (_, verified, url) => {
    const payer = new Payer()
    payer.server.overrides[READ] = () => respond(bookingView({ change: changeView() }))
    const body = { paymentId: ID, method: 'esewa', amount: 20_000, bookingState: 'confirmed', ...verified }
    payer.server.overrides[VERIFY] = () => 'never'
    const navigations: string[] = []
    const page = await payer.open(`/payment?payment=${ID}`)
    page.replaceEnvironment({ navigate: (to) => navigations.push(to) })
    payer.server.overrides[VERIFY] = () => respond(body)
    page.pollPayment(ID, 'checking')
    await waitForRequests()
    expect(navigations).toEqual([url])
  })

  test('does not ask to pay again while staff compare a different amount', async () => {
    const { payer, page, navigations } = await open()
    const body = { paymentId: ID, method: 'esewa', amount: 19_000, bookingState: 'confirmed', success: false }
    payer.server.overrides[VERIFY] = () => respond({ ...body, state: 'mismatch', change: 'open' })
    page.pollPayment(ID, 'checking')
    await waitForRequests()
    expect([page.state(), navigations]).toMatchObject([{ state: 'pending', view: 'staff' }, []])
  })

  test('keeps checking an open payment of the change after a reload', async () => {
    const payment = { paymentId: ID, method: 'esewa' as const, state: 'pending' as const, amount: paisa(20_000) }
    const details = { fee: paisa(0), transactionId: null, createdAt: '2026-12-03T07:20:00.000Z', receiptAt: null }
    const payer = new Payer()
    payer.store({ paymentId: ID })
    payer.server.overrides[READ] = () =>
      respond(bookingView({ change: changeView({ payments: [{ ...payment, ...details }] }) }))
    payer.server.overrides[VERIFY] = () =>
      respond({ ...payment, bookingState: 'confirmed', success: false, change: 'open' })
    const page = await payer.open('/payment')
    expect(page.state()).toMatchObject({ state: 'pending', paymentId: ID })
  })

  test('leaves for the page of the booking when the days are no longer held', async () => {
    const { payer, page, navigations, server } = await open()
    server.change = null
    await payer.advance(46 * MINUTE)
    await page.refreshQuietly()
    expect(navigations.at(0)).toBe('/your-booking')
  })
})

describe('moving a booking on its page', () => {
  const preview = {
    ...{ startDate: '2026-12-20', endDate: '2026-12-20', startTime: null, endTime: null },
    ...{ closedDays: [], free: 3, seats: 1, price: 70_000, difference: 20_000 },
  }

  async function open(path = '/your-booking') {
    const payer = new Payer()
    payer.server.overrides[READ] = () => respond(bookingView())
    payer.server.overrides[PREVIEW] = () => respond(preview)
    const page = await payer.open(path)
    page.close()
    const stores = {
      ...(await import('#stores/payment/your-booking.ts')),
      ...(await import('#stores/payment/move.ts')),
    }
    const navigations: string[] = []
    page.replaceEnvironment({ navigate: (url) => navigations.push(url) })
    const close = stores.openYourBooking()
    await waitForRequests()
    stores.openMoveForm()
    await stores.chooseStart('2026-12-20')
    return { ...page, ...stores, close, payer, navigations }
  }

  test('shows what a move would change, and the latest answer only', async () => {
    const { payer, ...page } = await open()
    expect(page.$moveForm.get()).toEqual({ startDate: '2026-12-20', preview })
    const late = page.chooseStart('2026-12-20')
    await page.chooseStart('')
    await late
    expect(page.$moveForm.get()).toEqual({ startDate: '' })
    payer.server.overrides[PREVIEW] = () =>
      errorResponse(422, 'invalid', { fields: { startDate: 'Choose another day' } })
    await page.chooseStart('2026-12-20')
    expect(page.$moveForm.get()).toEqual({ startDate: '2026-12-20', dateProblem: 'Choose another day' })
  })

  test('shows the moved booking', async () => {
    const { payer, ...page } = await open()
    payer.server.overrides[MOVE] = () => respond({ booking: bookingView({ startDate: '2026-12-20' }), change: null })
    await page.confirmMove()
    expect(page.$yourBooking.get()).toMatchObject({ booking: { startDate: '2026-12-20' } })
    expect([page.$changeResult.get(), page.$moveForm.get(), page.navigations]).toEqual(['moved', null, []])
    const sent = { startDate: '2026-12-20', expectedDifference: 20_000 }
    expect(payer.server.requestsTo(/move$/).map(({ body }) => body)).toEqual([sent])
  })

  test('opens the payment of a move to dearer days', async () => {
    const { payer, ...page } = await open()
    const change = changeView()
    payer.server.overrides[MOVE] = () => respond({ booking: bookingView({ change }), change }, 202)
    await page.confirmMove()
    expect(page.navigations).toEqual(['/payment'])
    expect(page.$changeResult.get()).toBeNull()
  })

  test('shows the new difference when it has changed, and moves nothing', async () => {
    const { payer, ...page } = await open()
    payer.server.overrides[MOVE] = () => errorResponse(409, 'changed_meanwhile')
    payer.server.overrides[PREVIEW] = () => respond({ ...preview, difference: 30_000 })
    await page.confirmMove()
    expect(page.$moveForm.get()).toMatchObject({
      preview: { difference: 30_000 },
      problem: expect.stringContaining('The price of these dates'),
    })
  })

  test('repeats a request without a response under the same key', async () => {
    const { payer, ...page } = await open()
    const keys: (string | null)[] = []
    page.replaceEnvironment({
      request: async (url, init) => {
        if (String(url).endsWith('/move')) keys.push(new Headers(init?.headers).get('idempotency-key'))
        throw new TypeError('no network')
      },
    })
    await page.confirmMove()
    await page.confirmMove()
    expect(page.$moveForm.get()).toMatchObject({ problem: expect.stringContaining('could not reach'), preview })
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  test('keeps the old dates of a move that is not paid, and shows why that is no longer possible', async () => {
    const { payer, ...page } = await open()
    page.showYourBooking(bookingView({ change: changeView() }))
    payer.server.overrides[DROP] = () => errorResponse(409, 'wrong_state', { message: 'A payment has been started.' })
    const before = payer.server.requestsTo(/^GET .*7K2M$/).length
    expect(await page.keepOldDates()).toBe('A payment has been started.')
    await waitForRequests()
    // The booking is read again: it may have moved.
    expect(payer.server.requestsTo(/^GET .*7K2M$/)).toHaveLength(before + 1)
    expect(page.$changeResult.get()).toBeNull()
    payer.server.overrides[DROP] = () => respond(bookingView())
    expect(await page.keepOldDates()).toBeUndefined()
    expect(page.$yourBooking.get()).toMatchObject({ booking: { change: null } })
    expect(page.$changeResult.get()).toBe('kept')
  })

  test.each([
    ['#applied', 'moved'],
    ['#expired', 'not_moved'],
    ['#open', null],
    ['#hours-applied', 'hours_added'],
    ['#hours-expired', 'hours_not_added'],
    ['#hours-open', null],
    ['', null],
  ])('reads the result of a paid change from the address (%s)', async (hash, result) => {
    const { payer, ...page } = await open(`/your-booking${hash}`)
    page.readChangeResult()
    expect(page.$changeResult.get()).toBe(result)
    expect(payer.address.href).toBe('http://localhost/your-booking')
  })
})
