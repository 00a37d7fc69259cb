import { describe, expect, test } from 'vitest'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { HOUR, MINUTE, NOW } from '../support/app.ts'
import { visitorOf } from '../support/ledger.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { LONG, STANDS, type Stand } from '../support/stands.ts'

describe.each(Object.entries(STANDS))('paying, at the ledger of %s', (_, open) => {
  let stand: Stand
  let ledger: Ledger
  open((opened) => {
    stand = opened
    ledger = opened.ledger
  })
  const { place, begin, read, fill, taken } = visitorOf(() => ledger)

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
