import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, NOW } from '../support/app.ts'
import { AFTER_ANY_HOLD, EDITIONS } from '../support/editions.ts'
import { useEdition } from '../support/ledger.ts'
import { failureOf, granted } from '../support/orders.ts'

describe.each(Object.entries(EDITIONS))('payments at the ledger of %s', (_, open) => {
  const { edition, ledger, place, start, complete, read, fill, taken, memberships } = useEdition(open)

  test('rejects an unknown method by name, and finds no unknown booking or payment', async () => {
    const failure = failureOf(await ledger.startPayment(await place(), 'cowries'))
    expect(failure).toMatchObject({ code: 'unsupported_method', message: 'Unsupported payment method: cowries' })
    expect(failureOf(await ledger.startPayment({ bookingId: 'BK-x', secret: 'x' }, 'esewa')).code).toBe('not_found')
    expect(failureOf(await ledger.verify('0123456789abcdef', { refId: 'x' })).code).toBe('not_found')
  })

  test.each([
    ['esewa', 0],
    ['khalti', 0],
    ['qr_payment', 0],
    ['bank_transfer', 0],
    ['stripe', 34_250],
  ])('charges a fee for %s of %i paisa', async (method, fee) => {
    const started = await start(method)
    expect(started).toMatchObject({ method, state: 'pending', fee, amount: 950_000 + fee })
    expect(started.paymentId).toMatch(/^[A-Za-z0-9-]{16,100}$/)
    expect((await read(started.booking)).payments).toMatchObject([{ method, state: 'pending', fee, receiptAt: null }])
  })

  test('confirms an eSewa payment and its membership once', async () => {
    const started = await start('esewa', { endDate: '2027-01-20' })
    expect(granted(await ledger.verify(started.paymentId, {}))).toMatchObject({ success: false, state: 'pending' })
    const { parameters, ...verified } = await complete(started)
    const facts = { method: 'esewa', amount: 1_900_000, state: 'confirmed', bookingState: 'confirmed' }
    expect(verified).toMatchObject({ success: true, ...facts })
    expect(verified.transactionId).toBeTruthy()
    expect(granted(await ledger.verify(started.paymentId, parameters))).toEqual(verified)
    expect(await read(started.booking)).toMatchObject({ status: 'confirmed', expiresAt: null })
    expect(await memberships()).toMatchObject([
      {
        planId: 'professional',
        status: 'active',
        startDate: '2026-12-10',
        endDate: '2027-02-10',
        amount: 1_900_000,
        billingCycle: 'monthly',
        locationId: 'dhobighat-hub',
      },
    ])
    expect(failureOf(await ledger.startPayment(started.booking, 'esewa')).code).toBe('not_payable')
  })

  test('creates no membership for a day pass', async () => {
    const started = await start('esewa', { planId: 'explorer' })
    await complete(started)
    expect([(await read(started.booking)).status, await memberships()]).toEqual(['confirmed', []])
  })

  test('accepts another attempt after a decline, and no parameters of another payment', async () => {
    const first = await start('esewa')
    expect(await complete(first, 'cancel')).toMatchObject({ success: false, bookingState: 'held' })
    const second = granted(await ledger.startPayment(first.booking, 'esewa'))
    const other = await start('esewa')
    await edition.arrive(other)
    const parameters = await edition.decide(other, 'pay')
    expect(granted(await ledger.verify(second.paymentId, parameters)).success).toBe(false)
    expect((await read(first.booking)).status).toBe('held')
    expect(granted(await ledger.verify(other.paymentId, parameters)).success).toBe(true)
  })

  test.each([
    ['confirms a late payment when the seats are free', 'professional', 0, 'confirmed', 1],
    ['leaves a late payment to staff when the seats are taken', 'explorer', 30, 'needs_decision', 30],
  ])('%s', async (_, planId, others, bookingState, seats) => {
    const started = await start('esewa', { planId })
    await edition.advance(AFTER_ANY_HOLD)
    expect((await read(started.booking)).status).toBe('expired')
    await fill(others)
    expect(await complete(started)).toMatchObject({ success: true, bookingState })
    expect(await taken()).toEqual([seats])
  })

  test('leaves a payment to staff when they cancelled the booking', async () => {
    const started = await start('esewa', { planId: 'explorer' })
    await edition.arrive(started)
    await edition.cancel(started.booking.bookingId)
    const parameters = await edition.decide(started, 'pay')
    expect(granted(await ledger.verify(started.paymentId, parameters)).bookingState).toBe('needs_decision')
    expect(await taken()).toEqual([0])
  })

  test('holds seats for at most a day with any number of attempts', async () => {
    const booking = await place()
    const lastAttempt = 24 * HOUR - 15 * MINUTE
    for (let passed = 0; passed < lastAttempt; passed += 25 * MINUTE) {
      granted(await ledger.startPayment(booking, 'esewa'))
      await edition.advance(Math.min(25 * MINUTE, lastAttempt - passed))
    }
    granted(await ledger.startPayment(booking, 'esewa'))
    expect((await read(booking)).expiresAt).toBe(new Date(NOW + 24 * HOUR).toISOString())
    await edition.advance(1)
    expect(failureOf(await ledger.startPayment(booking, 'esewa'))).toMatchObject({
      code: 'no_more_extensions',
      message: expect.stringContaining('held for a day'),
    })
  })
})
