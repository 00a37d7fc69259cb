import { afterEach, describe, expect, test } from 'vitest'
import { TRANSFERS_FULL } from '#contract/payments.ts'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { reject } from '#server/desk/cancellation.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { settle } from '#server/payments/settlement.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { describeOnEachEngine, HOUR } from '../../support/app.ts'
import { bookingRow, dayPass, granted, newKey, order, type Placed, placed, seatsTaken } from '../../support/orders.ts'
import { codeOf, rejection, runAfter, versionOf } from '../../support/outcomes.ts'
import { paidBooking, paymentRow, reporting, started } from '../../support/payments.ts'
import { drawnReceipt } from '../../support/receipt-uploads.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { endBooking, moveBooking } from '../../support/staff-actions.ts'
import { emailConfirmed, miscountedDays, resize, unpaidSeats } from '../../support/unpaid-transfers.ts'

const DAY = '2026-12-10'

describeOnEachEngine('announced transfers without a receipt, on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const pay = ({ bookingId, secret }: Placed, method = 'bank_transfer') => startAttempt(app, bookingId, secret, method)
  const announced = (sent = dayPass()) => started(app, sent, 'bank_transfer')
  const announce = async (sent = dayPass()) => pay(await placed(app, sent))

  test('are rejected with unavailable beyond UNPAID_SHARE of a day, without changing the hold', async () => {
    resize(app, 4)
    await announced()
    await announced()
    const booking = await placed(app, dayPass())
    expect(await rejection(app, () => pay(booking))).toEqual({ code: 'unavailable', message: TRANSFERS_FULL })
    expect(granted(await pay(booking, 'esewa')).state).toBe('pending')
  })

  test('are marked in the methods of a booking whose days have no room', async () => {
    resize(app, 4)
    const before = await placed(app, dayPass())
    await announced()
    const offered = async ({ bookingId, secret }: Placed) => {
      const { methods } = granted(await readBooking(app, bookingId, secret))
      return methods.filter(({ id }) => id === 'bank_transfer' || id === 'esewa')
    }
    const esewa = { id: 'esewa', available: true }
    expect(await offered(before)).toEqual([esewa, { id: 'bank_transfer', available: true }])
    await announced()
    expect(await offered(before)).toEqual([esewa, { id: 'bank_transfer', available: false, reason: TRANSFERS_FULL }])
    expect((await offered(await placed(app, dayPass({ startDate: '2026-12-11' })))).at(-1)?.available).toBe(true)
  })

  test('are counted in seats on each of their days', async () => {
    resize(app, 9)
    await announced(order({ planId: 'private-office', billing: 'weekly' }))
    expect(await unpaidSeats(app)).toEqual(await seatsTaken(app))
    expect(await unpaidSeats(app)).toMatchObject({ [DAY]: 4, '2026-12-16': 4 })
    expect(codeOf(await announce(order()))).toBe('unavailable')
    expect(granted(await announce(order({ startDate: '2026-12-17' }))).state).toBe('pending')
    expect(granted(await announce(order({ locationId: 'kausimaa' }))).state).toBe('pending')
  })

  test('are limited for a year by its fullest day', async () => {
    resize(app, 2)
    await announced(dayPass({ startDate: '2027-06-15' }))
    const announceYear = async (locationId: string) => {
      const booking = await placed(app, order({ billing: 'annual', locationId }))
      await emailConfirmed(app, booking)
      return pay(booking)
    }
    expect(codeOf(await announceYear('dhobighat-hub'))).toBe('unavailable')
    expect(granted(await announceYear('kausimaa')).state).toBe('pending')
    expect(Object.keys(await unpaidSeats(app, 'kausimaa'))).toHaveLength(365)
  })

  test.each([
    [0, 0],
    [0.25, 1],
    [1, 4],
  ])('are limited by a share of %f to %i of 4 seats', async (share, max) => {
    resize(app, 4)
    app.env = { ...app.env, unpaidShare: share }
    const outcomes = []
    for (let number = 0; number < 4; number++) outcomes.push(await announce())
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(max)
  })

  test('never exceed the share when announced at once', async () => {
    for (let round = 0; round < 3; round++) {
      await app.empty()
      resize(app, 12)
      const held = []
      for (let number = 0; number < 12; number++)
        held.push(await placed(app, number % 2 === 0 ? dayPass() : order({ startDate: '2026-12-01' })))
      const outcomes = await Promise.all(held.map((booking) => pay(booking)))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(6)
      expect((await unpaidSeats(app))[DAY]).toBe(6)
      expect(await miscountedDays(app)).toEqual([])
    }
  })

  test('leave a day with one seat to an instant method', async () => {
    resize(app, 4)
    await announced()
    await announced()
    await placed(app, dayPass())
    const { bookingId } = await paidBooking(app, dayPass())
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
  })

  describe('that have ended', () => {
    const ends: Record<string, (announced: Awaited<ReturnType<typeof started>>) => Promise<unknown>> = {
      'once a receipt is with staff': async ({ paymentId }) =>
        granted(await saveReceipt(app, await paymentRow(app, paymentId), await drawnReceipt())),
      'once staff confirm the money': async ({ bookingId }) => {
        const money = { method: 'bank_transfer', transactionId: 'NIC 1234567', reason: 'Seen in the account' } as const
        const version = await versionOf(app, bookingId)
        granted(await confirm(app, await someStaff(app), bookingId, { version, ...money }))
      },
      'once staff cancel the booking': async ({ bookingId }) =>
        granted(await endBooking(app, await someStaff(app), bookingId)),
      'once staff reject the booking': async ({ bookingId }) =>
        granted(await endBooking(app, await someStaff(app), bookingId, reject)),
      'once the booking has expired': async () => {
        await runAfter(app, 72 * HOUR, expireBookings)
      },
    }
    test.each(Object.keys(ends))('no longer count %s', async (name) => {
      resize(app, 2)
      const first = await announced()
      expect(await unpaidSeats(app)).toEqual({ [DAY]: 1 })
      await ends[name]?.(first)
      expect(await unpaidSeats(app)).toEqual({})
      expect((await bookingRow(app, first.bookingId)).transfer_unpaid).toBe(0)
      expect(await miscountedDays(app)).toEqual([])
      expect(granted(await announce()).state).toBe('pending')
    })

    test('no longer count once a payment of another amount is with staff', async () => {
      resize(app, 2)
      const { paymentId, ...booking } = await started(app, dayPass())
      granted(await pay(booking))
      reporting(app, () => ({ kind: 'pending', reason: 'not needed' }))
      await settle(app, paymentId, { kind: 'mismatch', reason: 'Half paid', received: paisa(25_000) }, 'lookup')
      expect(await unpaidSeats(app)).toEqual({})
    })
  })

  test('are not counted for bookings made by staff', async () => {
    resize(app, 2)
    const sent = { ...dayPass(), totalAmount: 50_000, paid: 'later' } as const
    const { bookingId } = granted(await createWalkInBooking(app, await someStaff(app), sent, newKey()))
    granted(await startAttempt(app, bookingId, deriveBookingSecret(app.bookingKey, bookingId), 'bank_transfer'))
    expect(await unpaidSeats(app)).toEqual({})
    expect(granted(await announce()).state).toBe('pending')
  })

  test('keep counting on the days that staff move them to', async () => {
    resize(app, 2)
    const { bookingId } = await announced()
    await announced(dayPass({ startDate: '2026-12-11' }))
    granted(await moveBooking(app, await someStaff(app), bookingId, '2026-12-11'))
    expect(await unpaidSeats(app)).toEqual({ '2026-12-11': 2 })
  })
})
