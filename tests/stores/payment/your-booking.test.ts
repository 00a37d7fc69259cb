import { describe, expect, test, vi } from 'vitest'
import { EMPTY_DRAFT } from '#domain/booking-draft.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { BOOKING_ID, errorResponse, MINUTE, Payer, waitForRequests } from './payer.ts'

const OTHER_ID = 'BK-1796282100001-9Q4T'
const LINK = `/your-booking#${BOOKING_ID}.s3cret`
const READ = `GET /api/bookings/${BOOKING_ID}`
const READ_OTHER = `GET /api/bookings/${OTHER_ID}`

const found = (over = {}) => ({ status: 200, body: bookingView(over) })

/** A browser in which the booking can be read, and which has none stored. */
function newVisitor() {
  const visitor = new Payer({ overrides: { [READ]: () => found() } })
  visitor.local.entries.clear()
  return visitor
}

/** Opens the page in place of the payment screen. */
async function open(visitor: Payer, path: string) {
  const page = await visitor.open(path)
  page.close()
  const stores = {
    ...(await import('#stores/payment/your-booking.ts')),
    ...(await import('#stores/payment/find-booking.ts')),
  }
  const navigations: string[] = []
  page.replaceEnvironment({ navigate: (url) => navigations.push(url) })
  const close = stores.openYourBooking()
  await waitForRequests()
  return { ...page, ...stores, close, navigations, shown: () => stores.$yourBooking.get() }
}

const storedId = (visitor: Payer) => JSON.parse(visitor.local.entries.get('payment-store') ?? '{}').bookingId

describe('the page of a booking', () => {
  test('opens the booking of a link, removes the fragment and survives a reload', async () => {
    const visitor = newVisitor()
    const page = await open(visitor, LINK)
    expect(page.shown()).toMatchObject({ state: 'booking', booking: { bookingId: BOOKING_ID } })
    expect(visitor.address.href).toBe('http://localhost/your-booking')
    expect(visitor.server.requests.map(({ call }) => call).join()).not.toContain('s3cret')
    expect(storedId(visitor)).toBe(BOOKING_ID)
    expect((await open(visitor, '/your-booking')).shown()).toMatchObject({ state: 'booking' })
  })

  test('opened bare shows the booking of this browser, else asks for a reference', async () => {
    const visitor = newVisitor()
    expect((await open(visitor, '/your-booking')).shown()).toEqual({ state: 'find', linkEnded: false })
    visitor.store()
    expect((await open(visitor, '/your-booking')).shown()).toMatchObject({ state: 'booking' })
  })

  test('shows a wrong or ended link as such, and stores nothing of it', async () => {
    const visitor = newVisitor()
    visitor.server.overrides[READ] = () => errorResponse(404, 'not_found')
    expect((await open(visitor, LINK)).shown()).toEqual({ state: 'find', linkEnded: true })
    expect(storedId(visitor)).toBeUndefined()
  })

  test.each(['held', 'pending_verification'])(
    'leaves an unpaid booking of this browser stored (%s)',
    async (status) => {
      const visitor = newVisitor()
      visitor.store({ bookingId: OTHER_ID, paymentId: 'attempt-1-00000000' })
      visitor.server.overrides[READ_OTHER] = () => found({ bookingId: OTHER_ID, status })
      const before = visitor.local.entries.get('payment-store')
      const page = await open(visitor, LINK)
      expect(page.shown()).toMatchObject({ booking: { bookingId: BOOKING_ID } })
      expect(page.$hasOtherUnpaidBooking.get()).toBe(true)
      expect(visitor.local.entries.get('payment-store')).toBe(before)
      page.payYourBooking()
      expect(storedId(visitor)).toBe(BOOKING_ID)
      expect(page.navigations).toEqual(['/payment'])
    },
  )

  test.each([
    ['paid', () => found({ bookingId: OTHER_ID })],
    ['unknown', () => errorResponse(404, 'not_found')],
  ])('replaces a stored booking that is %s', async (_, response) => {
    const visitor = newVisitor()
    visitor.store({ bookingId: OTHER_ID })
    visitor.server.overrides[READ_OTHER] = response
    const page = await open(visitor, LINK)
    expect(storedId(visitor)).toBe(BOOKING_ID)
    expect(page.$hasOtherUnpaidBooking.get()).toBe(false)
  })

  test('leaves a stored booking that cannot be read', async () => {
    const visitor = newVisitor()
    visitor.store({ bookingId: OTHER_ID })
    visitor.server.overrides[READ_OTHER] = () => 'unreachable'
    await open(visitor, LINK)
    expect(storedId(visitor)).toBe(OTHER_ID)
  })

  test('stores the secret of a reissued link', async () => {
    const visitor = newVisitor()
    visitor.store({ secret: 'an earlier secret', paymentId: 'attempt-1-00000000' })
    await open(visitor, LINK)
    expect(JSON.parse(visitor.local.entries.get('payment-store') ?? '')).toEqual({
      bookingId: BOOKING_ID,
      secret: 's3cret',
      paymentId: 'attempt-1-00000000',
    })
  })

  test('reads the booking again when it becomes visible, and keeps it if that fails', async () => {
    const visitor = newVisitor()
    const page = await open(visitor, LINK)
    visitor.server.overrides[READ] = () => found({ status: 'cancelled' })
    await visitor.makeVisible()
    expect(page.shown()).toMatchObject({ booking: { status: 'cancelled' } })
    visitor.server.overrides[READ] = () => 'unreachable'
    await visitor.makeVisible()
    expect(page.shown()).toMatchObject({ booking: { status: 'cancelled' } })
    visitor.server.overrides[READ] = () => errorResponse(404, 'not_found')
    await visitor.makeVisible()
    expect(page.shown()).toEqual({ state: 'find', linkEnded: true })
  })

  test('forgets the booking, also after a reload', async () => {
    const visitor = newVisitor()
    const page = await open(visitor, LINK)
    page.forgetYourBooking()
    expect(page.shown()).toEqual({ state: 'find', linkEnded: false })
    expect([storedId(visitor), visitor.historyState]).toEqual([undefined, null])
    await visitor.makeVisible()
    expect(page.shown()).toEqual({ state: 'find', linkEnded: false })
    expect((await open(visitor, '/your-booking')).shown()).toEqual({ state: 'find', linkEnded: false })
    // The link opens it again.
    expect((await open(visitor, LINK)).shown()).toMatchObject({ state: 'booking' })
  })

  test.each([`#${BOOKING_ID}`, `#${BOOKING_ID}.`])('shows that the link %s is incomplete', async (fragment) => {
    const visitor = newVisitor()
    visitor.server.overrides[READ] = () => errorResponse(404, 'not_found')
    const page = await open(visitor, `/your-booking${fragment}`)
    expect(page.shown()).toEqual({ state: 'find', linkEnded: true })
    expect(visitor.address.href).toBe('http://localhost/your-booking')
  })

  test('keeps no secret in the history, so that earlier entries do not show a forgotten booking', async () => {
    const visitor = newVisitor()
    await open(visitor, LINK)
    const entry = visitor.historyState
    expect(JSON.stringify(entry)).not.toContain('s3cret')
    visitor.historyState = null
    const later = await open(visitor, '/your-booking')
    later.forgetYourBooking()
    visitor.historyState = entry
    expect((await open(visitor, '/your-booking')).shown()).toEqual({ state: 'find', linkEnded: false })
    expect([...visitor.local.entries.values(), ...visitor.tab.entries.values()].join()).not.toContain('s3cret')
  })

  test('does not show a forgotten booking on an earlier page that the browser has frozen', async () => {
    const visitor = newVisitor()
    const page = await open(visitor, LINK)
    visitor.tab.entries.clear()
    visitor.local.entries.clear()
    page.$currentBooking.set(null)
    await visitor.makeVisible('cache')
    expect(page.shown()).toEqual({ state: 'find', linkEnded: false })
    expect(storedId(visitor)).toBeUndefined()
  })

  test('opens the other links of the tab after one was forgotten', async () => {
    const visitor = newVisitor()
    visitor.server.overrides[READ_OTHER] = () => found({ bookingId: OTHER_ID })
    await open(visitor, `/your-booking#${OTHER_ID}.0ther`)
    const entry = visitor.historyState
    const page = await open(visitor, LINK)
    page.forgetYourBooking()
    visitor.historyState = entry
    expect((await open(visitor, '/your-booking')).shown()).toMatchObject({ booking: { bookingId: OTHER_ID } })
  })

  test.each([
    ['the same email', bookingView().contact.email, undefined],
    ['another email', 'prakash@example.com', expect.any(String)],
  ])('forgets a form with %s, and a started renewal', async (_, email, left) => {
    const visitor = newVisitor()
    const draft = { ...EMPTY_DRAFT, contactInfo: { ...EMPTY_DRAFT.contactInfo, email } }
    visitor.local.entries.set('booking-store', JSON.stringify(draft))
    for (const key of ['booking-renewal', 'booking-prefill']) visitor.tab.entries.set(key, '{"secret":"s3cret"}')
    const page = await open(visitor, LINK)
    page.forgetYourBooking()
    await vi.dynamicImportSettled()
    expect(visitor.local.entries.get('booking-store')).toEqual(left)
    expect([...visitor.tab.entries.values()].join()).not.toContain('s3cret')
  })

  test.each([
    [BOOKING_ID, undefined],
    [OTHER_ID, expect.any(String)],
  ])('forgets the sent form of the shown booking only (%s)', async (bookingId, left) => {
    const visitor = newVisitor()
    const attempt = { content: '{"email":"aarati@example.com"}', key: 'a key', bookingId, unanswered: [] }
    visitor.local.entries.set('booking-attempt', JSON.stringify(attempt))
    const page = await open(visitor, LINK)
    page.forgetYourBooking()
    await vi.dynamicImportSettled()
    expect(visitor.local.entries.get('booking-attempt')).toEqual(left)
  })

  test('forgets only the booking that is shown, and shows the other one of this browser', async () => {
    const visitor = newVisitor()
    visitor.store({ bookingId: OTHER_ID })
    visitor.server.overrides[READ_OTHER] = () => found({ bookingId: OTHER_ID, status: 'held' })
    const page = await open(visitor, LINK)
    page.forgetYourBooking()
    await waitForRequests()
    expect(page.shown()).toMatchObject({ booking: { bookingId: OTHER_ID } })
    expect(page.$hasOtherUnpaidBooking.get()).toBe(false)
    expect(storedId(visitor)).toBe(OTHER_ID)
  })

  test.each([
    ['new dates', { change: changeView() }],
    ['its seats', { status: 'held', expiresAt: '2026-12-03T08:00:00.000Z' }],
  ])('reads the booking again when the hold of %s ends', async (_, booking) => {
    const visitor = newVisitor()
    visitor.server.overrides[READ] = () => found(booking)
    const page = await open(visitor, LINK)
    visitor.server.overrides[READ] = () => found({ status: 'cancelled' })
    await visitor.advance(30 * MINUTE - 1)
    expect(page.shown()).not.toMatchObject({ booking: { status: 'cancelled' } })
    await visitor.advance(1)
    expect(page.shown()).toMatchObject({ booking: { status: 'cancelled' } })
  })

  test('says that the first read failed, and reads again', async () => {
    const visitor = newVisitor()
    visitor.server.overrides[READ] = () => 'unreachable'
    const page = await open(visitor, LINK)
    expect(page.shown()).toMatchObject({ state: 'load_failed' })
    visitor.server.overrides[READ] = () => found()
    page.reloadYourBooking()
    await waitForRequests()
    expect(page.shown()).toMatchObject({ state: 'booking' })
  })

  test('shows the response of an action instead of an earlier read', async () => {
    const visitor = newVisitor()
    const page = await open(visitor, LINK)
    const read = visitor.makeVisible()
    page.showYourBooking(bookingView({ status: 'cancelled' }))
    await read
    expect(page.shown()).toMatchObject({ booking: { status: 'cancelled' } })
  })
})

describe('the form that finds a booking', () => {
  const FIND = 'POST /api/bookings/find'

  test.each([
    [' BK-1796282100000-7K2M ', { reference: 'BK-1796282100000-7K2M' }],
    ['aarati@example.com', { email: 'aarati@example.com' }],
  ])('sends %s as what it is', async (typed, body) => {
    const visitor = newVisitor()
    visitor.server.overrides[FIND] = () => ({ status: 202, body: {} })
    const page = await open(visitor, '/your-booking')
    await page.findBookings(typed)
    expect(visitor.server.requestsTo(/find$/)).toEqual([{ call: FIND, body }])
    expect(page.$findForm.get()).toEqual({ sending: false, sentFor: typed.trim() })
  })

  test.each([
    ['', 'Enter your booking reference or your email address'],
    ['aarati@', 'Enter an email address like name@example.com'],
  ])('sends nothing for "%s"', async (typed, invalid) => {
    const visitor = newVisitor()
    const page = await open(visitor, '/your-booking')
    await page.findBookings(typed)
    expect(visitor.server.requestsTo(/find$/)).toEqual([])
    expect(page.$findForm.get()).toEqual({ sending: false, invalid })
  })

  test('shows that it could not be sent', async () => {
    const visitor = newVisitor()
    visitor.server.overrides[FIND] = () => 'unreachable'
    const page = await open(visitor, '/your-booking')
    await page.findBookings(BOOKING_ID)
    expect(page.$findForm.get()).toMatchObject({ sending: false, problem: expect.stringContaining('connection') })
  })
})
