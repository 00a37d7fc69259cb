import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { isBookingReference } from '#domain/booking.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { HOUR, MINUTE, NOW } from '../support/app.ts'
import { dayPass, granted, newKey, type Order, order, refusalOf } from '../support/orders.ts'
import { LONG, STANDS, type Stand } from '../support/stands.ts'
import { drawnReceipt } from '../support/uploads.ts'

const DAY = '2026-12-10'

describe.each(Object.entries(STANDS))('the ledger of %s', (_, open) => {
  let stand: Stand
  let ledger: Ledger
  open((opened) => {
    stand = opened
    ledger = opened.ledger
  })

  const place = async (changes: Partial<Order> = {}) => granted(await ledger.place(order(changes), newKey()))
  const begin = async (method: string, changes: Partial<Order> = {}) => {
    const booking = await place(changes)
    return { booking, ...granted(await ledger.startPayment(booking, method)) }
  }
  const receipt = async () => new Blob([new Uint8Array(await drawnReceipt())], { type: 'image/png' })
  const read = async (booking: { bookingId: string; secret: string }) => granted(await ledger.read(booking))
  const taken = async (location = 'dhobighat-hub', from = DAY, to = from) =>
    granted(await ledger.availability({ location, from, to })).days.map((day) => day.taken)
  const fill = async (count: number, changes: Partial<Order> = {}) => {
    for (let at = 0; at < count; at++)
      await ledger.place(dayPass({ startDate: DAY, ...changes }), newKey()).then(granted)
  }

  describe('prices and places', () => {
    test('every location has a table, in paisa', async () => {
      const tables = granted(await ledger.prices())
      expect(tables.map(({ locationId }) => locationId)).toEqual(LOCATION_IDS)
      expect(tables[0]?.prices).toMatchObject({ explorer: { daily: 50_000 }, professional: { monthly: 950_000 } })
      expect(tables[1]?.prices).toMatchObject({ explorer: { daily: 40_000 }, professional: { monthly: 800_000 } })
    })

    test('seats are counted on every day that a booking covers, and on no other', async () => {
      await place({ billing: 'weekly' })
      expect(await taken('dhobighat-hub', '2026-12-09', '2026-12-17')).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 0])
      expect(await taken('kausimaa')).toEqual([0])
      const days = granted(await ledger.availability({ location: 'kausimaa-coworking', from: DAY, to: DAY }))
      expect(days).toEqual({ locationId: 'kausimaa', days: [{ date: DAY, seats: 40, taken: 0 }] })
    })

    test.each([
      ['location', { location: 'thamel-hub', from: DAY, to: DAY }],
      ['from', { location: 'kausimaa', from: '2026-02-30', to: DAY }],
      ['to', { location: 'kausimaa', from: DAY, to: '2026-12-09' }],
      ['to', { location: 'kausimaa', from: DAY, to: '2028-12-10' }],
    ])('a question with a wrong %s is refused with its sentence', async (field, input) => {
      const failure = refusalOf(await ledger.availability(input))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', [field]])
    })

    test('nothing is tried out where there is a server, and always where there is none', async () => {
      const trial = await ledger.trial()
      if (!trial) return expect(await ledger.trial()).toBeUndefined()
      expect(await read(trial)).toMatchObject({
        trial: true,
        status: 'held',
        totalAmount: 120_000,
        planName: 'hot-desk',
        locationName: 'thamel-hub',
        startDate: '2026-12-01',
        endDate: '2026-12-30',
      })
    })
  })

  describe('placing', () => {
    test('is priced by the tables and held for half an hour', async () => {
      const booking = await place({ addOns: ['virtual-office'], meetingRoomHours: 2, endDate: '2027-01-20' })
      expect(isBookingReference(booking.bookingId)).toBe(true)
      expect(booking.secret.length).toBeGreaterThanOrEqual(22)
      expect(booking).toMatchObject({
        totalAmount: 2 * 950_000 + 2 * 300_000 + 2 * 80_000,
        currency: 'NPR',
        expiresAt: new Date(NOW + 30 * MINUTE).toISOString(),
      })
      expect(booking.lines.map(({ id, quantity, amount }) => [id, quantity, amount])).toEqual([
        ['professional', 2, 1_900_000],
        ['meeting-room-hours', 2, 160_000],
        ['virtual-office', 2, 600_000],
      ])
    })

    test('is read by the one who holds its secret', async () => {
      const booking = await place({ locationId: 'kausimaa-coworking', startTime: '11:00' })
      expect(await read(booking)).toEqual({
        bookingId: booking.bookingId,
        status: 'held',
        locationId: 'kausimaa',
        locationName: 'Kausimaa',
        planId: 'professional',
        planName: 'Professional',
        billing: 'monthly',
        startDate: '2026-12-10',
        endDate: '2027-01-09',
        startTime: '11:00',
        endTime: '17:00',
        totalAmount: 800_000,
        currency: 'NPR',
        lines: booking.lines,
        createdAt: new Date(NOW).toISOString(),
        expiresAt: booking.expiresAt,
        extensionsLeft: 3,
        payments: [],
        now: new Date(NOW).toISOString(),
      })
      const other = await place()
      for (const secret of ['', 'x', other.secret, '{"id":"x"}'])
        expect(refusalOf(await ledger.read({ bookingId: booking.bookingId, secret })).code).toBe('not_found')
      expect(refusalOf(await ledger.read({ ...other, bookingId: 'BK-1796282100000-7K2M' })).code).toBe('not_found')
    })

    test('the same key is the same booking, and no other content goes under it', async () => {
      const key = newKey()
      const [first, again] = [await ledger.place(order(), key), await ledger.place(order(), key)]
      expect(granted(again)).toEqual(granted(first))
      expect(await taken()).toEqual([1])
      expect(refusalOf(await ledger.place(order({ guestPasses: 1 }), key)).code).toBe('idempotency_mismatch')
    })

    test('a total that was shown is compared and never taken', async () => {
      expect(refusalOf(await ledger.place(order({ totalAmount: 1 }), newKey()))).toMatchObject({
        code: 'price_changed',
        totalAmount: 950_000,
      })
      expect((await place({ totalAmount: 950_000 })).totalAmount).toBe(950_000)
      expect(await taken()).toEqual([1])
    })

    test.each<[string, Partial<Order>, string[]]>([
      ['invalid', { locationId: 'thamel-hub' }, ['locationId']],
      ['invalid', { startDate: '2026-11-30' }, ['startDate']],
      ['invalid', { startDate: '2027-12-02' }, ['startDate']],
      ['invalid', { endDate: '2026-12-09' }, ['endDate']],
      ['invalid', { startTime: '05:00' }, ['startTime']],
      ['invalid', { meetingRoomHours: -1 }, ['meetingRoomHours']],
      ['invalid', { addOns: ['lunch'] }, ['addOns']],
      ['unavailable', { locationId: 'jhamsikhel-loft' }, ['locationId']],
      ['unavailable', { locationId: 'baluwatar-studios' }, ['locationId']],
      ['unavailable', { planId: 'private-office' }, ['planId']],
    ])('%s: %j', async (code, changes, fields) => {
      const failure = refusalOf(await ledger.place(order(changes), newKey()))
      expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual([code, fields])
      expect(await taken()).toEqual([0])
    })

    test('whoever changes their mind does not stand in their own way', async () => {
      await fill(29)
      const first = await place()
      expect(await taken()).toEqual([30])
      const { bookingId, secret } = first
      const second = granted(await ledger.place({ ...dayPass(), replaces: { bookingId, secret } }, newKey()))
      expect([await taken(), (await read(first)).status]).toEqual([[30], 'cancelled'])
      // One that fails leaves the hold as it was.
      const failed = await ledger.place(
        { ...order({ startDate: '2026-12-09' }), replaces: { bookingId: second.bookingId, secret: 'wrong' } },
        newKey(),
      )
      expect([refusalOf(failed).code, (await read(second)).status]).toEqual(['sold_out', 'held'])
    })

    test('the last seat has one winner, and the others are shown the nearest ways out', async () => {
      await fill(29)
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => ledger.place(dayPass({ startDate: DAY }), newKey())))
      const losers = outcomes.filter(({ ok }) => !ok)
      expect(losers).toHaveLength(3)
      for (const loser of losers)
        expect(refusalOf(loser)).toEqual({
          code: 'sold_out',
          ...(refusalOf(loser).message && { message: refusalOf(loser).message }),
          nearest: [
            { locationId: 'dhobighat-hub', startDate: '2026-12-09', totalAmount: 50_000 },
            { locationId: 'dhobighat-hub', startDate: '2026-12-11', totalAmount: 50_000 },
            { locationId: 'kausimaa', startDate: '2026-12-10', totalAmount: 40_000 },
          ],
        })
      expect(await taken()).toEqual([30])
    })
  })

  describe('a hold', () => {
    test('is extended three times by its own length, by its owner', async () => {
      const booking = await place()
      const times = []
      for (let at = 0; at < 3; at++) times.push(granted(await ledger.extend(booking)))
      expect(times.map(({ extensionsLeft }) => extensionsLeft)).toEqual([2, 1, 0])
      expect(times.at(-1)?.expiresAt).toBe(new Date(NOW + 120 * MINUTE).toISOString())
      expect(refusalOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(refusalOf(await ledger.extend({ ...booking, secret: 'x' })).code).toBe('not_found')
    })

    test('ends by itself and gives its seat back', async () => {
      const booking = await place()
      await stand.pass(30 * MINUTE)
      expect(await read(booking)).toMatchObject({ status: 'expired', expiresAt: null, extensionsLeft: 0 })
      expect(await taken()).toEqual([0])
      expect(refusalOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
      expect(refusalOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
    })
  })

  describe('paying', () => {
    test('a method that nobody knows is refused by its name', async () => {
      const failure = refusalOf(await ledger.startPayment(await place(), 'cowries'))
      expect(failure).toMatchObject({ code: 'unsupported_method', message: 'Unsupported payment method: cowries' })
      expect(refusalOf(await ledger.startPayment({ bookingId: 'BK-x', secret: 'x' }, 'esewa')).code).toBe('not_found')
    })

    test.each([
      ['esewa', 0],
      ['khalti', 0],
      ['qr_payment', 0],
      ['bank_transfer', 0],
      ['stripe', 34_250],
    ])('%s costs %i paisa on top', async (method, fee) => {
      const started = await begin(method)
      expect(started).toMatchObject({ method, state: 'pending', fee, amount: 950_000 + fee })
      expect(started.paymentId).toMatch(/^[A-Za-z0-9-]{16,100}$/)
      expect((await read(started.booking)).payments).toMatchObject([{ method, state: 'pending', fee, receiptAt: null }])
    })

    test('eSewa: from the start over the way back to a membership, once', async () => {
      const started = await begin('esewa', { endDate: '2027-01-20' })
      expect(granted(await ledger.verify(started.paymentId, {}))).toMatchObject({ success: false, state: 'pending' })
      await stand.arrive(started)
      const hints = await stand.decide(started, 'pay')
      const verified = granted(await ledger.verify(started.paymentId, hints))
      expect(verified).toMatchObject({
        success: true,
        method: 'esewa',
        amount: 1_900_000,
        state: 'confirmed',
        bookingState: 'confirmed',
      })
      expect(verified.transactionId).toBeTruthy()
      expect(granted(await ledger.verify(started.paymentId, hints))).toEqual(verified)
      expect(await read(started.booking)).toMatchObject({ status: 'confirmed', expiresAt: null })
      expect(await stand.memberships()).toMatchObject([
        {
          membershipType: 'professional',
          status: 'active',
          startDate: '2026-12-10',
          endDate: '2027-02-10',
          amount: 1_900_000,
          billingCycle: 'monthly',
          locationId: 'dhobighat-hub',
        },
      ])
      expect(refusalOf(await ledger.startPayment(started.booking, 'esewa')).code).toBe('not_payable')
    })

    test('a day pass makes no membership', async () => {
      const started = await begin('esewa', { planId: 'explorer' })
      await stand.arrive(started)
      await ledger.verify(started.paymentId, await stand.decide(started, 'pay'))
      expect([(await read(started.booking)).status, await stand.memberships()]).toEqual(['confirmed', []])
    })

    test('what was refused can be paid by another try, and return parameters of another one pay nothing', async () => {
      const first = await begin('esewa')
      await stand.arrive(first)
      const refused = granted(await ledger.verify(first.paymentId, await stand.decide(first, 'cancel')))
      expect(refused).toMatchObject({ success: false, bookingState: 'held' })
      const second = granted(await ledger.startPayment(first.booking, 'esewa'))
      const other = await begin('esewa')
      await stand.arrive(other)
      const hints = await stand.decide(other, 'pay')
      expect(granted(await ledger.verify(second.paymentId, hints)).success).toBe(false)
      expect((await read(first.booking)).status).toBe('held')
      expect(granted(await ledger.verify(other.paymentId, hints)).success).toBe(true)
    })

    test('late money takes its place again where it is free', async () => {
      const started = await begin('esewa')
      await stand.pass(LONG)
      expect((await read(started.booking)).status).toBe('expired')
      await stand.arrive(started)
      const hints = await stand.decide(started, 'pay')
      expect(granted(await ledger.verify(started.paymentId, hints))).toMatchObject({ bookingState: 'confirmed' })
      expect(await taken()).toEqual([1])
    })

    test('and waits for a decision where it is not', async () => {
      const started = await begin('esewa', { planId: 'explorer' })
      await stand.pass(LONG)
      await fill(30)
      await stand.arrive(started)
      const hints = await stand.decide(started, 'pay')
      expect(granted(await ledger.verify(started.paymentId, hints))).toMatchObject({
        success: true,
        bookingState: 'needs_decision',
      })
      expect(await taken()).toEqual([30])
    })

    test('or where staff have called the booking off', async () => {
      const started = await begin('esewa', { planId: 'explorer' })
      await stand.arrive(started)
      await stand.cancel(started.booking.bookingId)
      const hints = await stand.decide(started, 'pay')
      expect(granted(await ledger.verify(started.paymentId, hints)).bookingState).toBe('needs_decision')
      expect(await taken()).toEqual([0])
    })

    test('tries without end keep a place for a day, and nobody is sent to pay who might come too late', async () => {
      const booking = await place()
      const lastTry = 24 * HOUR - 15 * MINUTE
      for (let passed = 0; passed < lastTry; passed += 25 * MINUTE) {
        granted(await ledger.startPayment(booking, 'esewa'))
        await stand.pass(Math.min(25 * MINUTE, lastTry - passed))
      }
      granted(await ledger.startPayment(booking, 'esewa'))
      expect((await read(booking)).expiresAt).toBe(new Date(NOW + 24 * HOUR).toISOString())
      await stand.pass(1)
      expect(refusalOf(await ledger.startPayment(booking, 'esewa'))).toMatchObject({
        code: 'no_more_extensions',
        message: expect.stringContaining('held for a day'),
      })
    })

    test('a payment that nobody knows is not found', async () => {
      expect(refusalOf(await ledger.verify('0123456789abcdef', { refId: 'x' })).code).toBe('not_found')
    })
  })

  describe('what only staff can see', () => {
    test('a transfer is announced once, and its place kept for three days', async () => {
      const { booking, ...started } = await begin('bank_transfer')
      expect(started.next).toMatchObject({ kind: 'transfer', reference: booking.bookingId })
      expect(await read(booking)).toMatchObject({
        status: 'pending_verification',
        expiresAt: new Date(NOW + 72 * HOUR).toISOString(),
      })
      expect(granted(await ledger.startPayment(booking, 'bank_transfer'))).toEqual(started)
      expect(refusalOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
      await stand.pass(72 * HOUR)
      expect((await read(booking)).status).toBe('expired')
      expect(await stand.memberships()).toEqual([])
    })

    test('a code is shown again while its five minutes run', async () => {
      const { booking, ...first } = await begin('qr_payment')
      expect(first.next).toMatchObject({
        kind: 'qr',
        reference: booking.bookingId,
        expiresAt: new Date(NOW + 5 * MINUTE).toISOString(),
      })
      await stand.pass(5 * MINUTE - 1)
      expect(granted(await ledger.startPayment(booking, 'qr_payment'))).toEqual(first)
      await stand.pass(1)
      expect(granted(await ledger.startPayment(booking, 'qr_payment')).paymentId).not.toBe(first.paymentId)
    })

    test('a receipt hands a QR payment to staff, and its reading is judged by the rules', async () => {
      const told = async (reading: Parameters<Ledger['tellReading']>[2]['reading']) => {
        const { booking, paymentId } = await begin('qr_payment')
        const file = await receipt()
        const { receiptId, bookingState } = granted(await ledger.sendReceipt(booking, paymentId, file))
        expect(bookingState).toBe('pending_verification')
        expect((await read(booking)).payments).toMatchObject([{ receiptAt: new Date(NOW).toISOString() }])
        const problems = async (said: typeof reading) =>
          granted(await ledger.tellReading(booking, paymentId, { receiptId, reading: said })).problems
        const first = await problems(reading)
        // What was read first stands.
        expect(await problems({ confidence: 0 })).toEqual(first)
        return { first, booking, paymentId, file }
      }
      const { booking, paymentId, file, first } = await told({ confidence: 0.81, amount: 959_500 })
      expect(first).toEqual([])
      expect((await told({ confidence: 0.8, amount: 959_501 })).first).toEqual(['low_confidence', 'amount_mismatch'])
      const old = await told({ confidence: 0.9, transactedAt: NOW - 30 * MINUTE - 1 })
      expect(old.first).toEqual(['amount_missing', 'too_old'])
      const reading = { confidence: 1 }
      const unknown = await ledger.tellReading(booking, paymentId, { receiptId: 'x', reading })
      expect(refusalOf(unknown).code).toBe('not_found')
      const stranger = { bookingId: booking.bookingId, secret: 'x' }
      expect(refusalOf(await ledger.sendReceipt(stranger, paymentId, file)).code).toBe('not_found')
    })

    test('three receipts at most; the first gives staff their time, and no other begins it anew', async () => {
      const { booking, paymentId } = await begin('bank_transfer')
      const expiry = async () => Date.parse((await read(booking)).expiresAt ?? '') - NOW
      const send = async () => ledger.sendReceipt(booking, paymentId, await receipt())
      await stand.pass(60 * HOUR)
      granted(await send())
      expect(await expiry()).toBe(132 * HOUR)
      await stand.pass(HOUR)
      granted(await send())
      granted(await send())
      expect(await expiry()).toBe(132 * HOUR)
      expect(refusalOf(await send()).code).toBe('too_many')
    })

    test('a file that is no picture is refused, and no receipt is taken for what a gateway confirms', async () => {
      const { booking, paymentId } = await begin('qr_payment')
      const text = new Blob(['not a picture'], { type: 'image/png' })
      expect(refusalOf(await ledger.sendReceipt(booking, paymentId, text)).code).toBe('unsupported_type')
      expect((await read(booking)).status).toBe('held')
      const esewa = await begin('esewa')
      expect(refusalOf(await ledger.sendReceipt(esewa.booking, esewa.paymentId, text)).code).toBe('not_payable')
    })
  })
})

/** What both must say of the same order: everything but what is drawn by chance. */
const said = (outcome: Outcome<Awaited<ReturnType<typeof granted<Placed>>>>) =>
  outcome.ok
    ? { total: outcome.value.totalAmount, lines: outcome.value.lines, expiresAt: outcome.value.expiresAt }
    : { code: outcome.failure.code, fields: outcome.failure.fields, nearest: outcome.failure.nearest }
type Placed = Extract<Awaited<ReturnType<Ledger['place']>>, { ok: true }>['value']

const anything = fc.string({ maxLength: 40 })
const orders = fc.record({
  locationId: mostly('dhobighat-hub', 'dhobighat-hub', 'kausimaa', 'kausimaa', 'kausimaa-coworking', 'jhamsikhel-loft'),
  planId: mostly('explorer', 'explorer', 'professional', 'enterprise', 'hot-desk', 'private-office'),
  startDate: mostly('2026-12-01', '2026-12-10', '2026-12-10', '2027-01-31', '2026-11-30'),
  addOns: fc.subarray(['virtual-office', 'mail-handling', 'meeting-room-hours']),
  meetingRoomHours: fc.oneof({ weight: 9, arbitrary: fc.nat(5) }, fc.integer()),
  guestPasses: fc.nat(5),
  billing: fc.constantFrom('weekly', 'monthly', 'annual'),
  endDate: mostly('', '', '2026-12-31', '2027-02-28', '2028-01-01'),
  startTime: mostly('09:00', '10:30', '11:00', '04:00'),
  endTime: mostly('17:00', '10:30', '23:59'),
  contactInfo: fc.record({
    firstName: mostly('Aarati'),
    lastName: mostly('Shrestha'),
    email: mostly('aarati@example.com'),
    phone: mostly('9841234567'),
  }),
})
function mostly(...values: string[]) {
  return fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...values) }, anything)
}

describe('both ledgers say the same', () => {
  const stands: Partial<Record<string, Stand>> = {}
  // The browser first: of its environment, the server's stand replaces the clock and the way out.
  for (const [name, open] of Object.entries(STANDS).toReversed()) {
    open((stand) => {
      stands[name] = stand
    })
  }
  let asked = 0
  let sold = 0
  beforeEach(() => {
    asked = 0
    sold = 0
  })

  test('of any order', async () => {
    const [server, browser] = [stands['the server'], stands['the browser']]
    if (!server || !browser) throw new Error('there are not two ledgers')
    const placed = new Map<string, unknown>()
    await fc.assert(
      fc.asyncProperty(orders, async (choices) => {
        const sent = choices as Order
        const one = said(await server.ledger.place(sent, newKey()))
        placed.set(JSON.stringify(sent), one)
        expect(said(await browser.ledger.place(sent, newKey()))).toEqual(one)
        asked++
        if ('total' in one) sold++
      }),
      { numRuns: 200, endOnFailure: true },
    )
    console.log(`${asked} orders, ${sold} of them booked: the two ledgers agree on each`)
  })
})
