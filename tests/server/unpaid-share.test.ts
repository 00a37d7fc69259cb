import { afterEach, describe, expect, test } from 'vitest'
import { TRANSFERS_FULL } from '#contract/payments.ts'
import { paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { cancel, reject } from '#server/desk/cancellation.ts'
import { confirm } from '#server/desk/confirmation.ts'
import { move } from '#server/desk/move.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { settle } from '#server/payments/settlement.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { HOUR, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  order,
  type Placed,
  placed,
  refusalOf,
  seatsTaken,
} from '../support/orders.ts'
import { paymentRow, reporting, started } from '../support/payments.ts'
import { emailConfirmed, miscountedDays, resize, unpaidSeats } from '../support/unpaid.ts'
import { drawnReceipt } from '../support/uploads.ts'

const DAY = '2026-12-10'

describe.each(ENGINES)('announced transfers without a receipt, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const announced = (sent = dayPass()) => started(app, sent, 'bank_transfer')
  const announce = async (sent = dayPass()) => {
    const { bookingId, secret } = await placed(app, sent)
    return startAttempt(app, bookingId, secret, 'bank_transfer')
  }

  test('are rejected with unavailable beyond UNPAID_SHARE of a day, and the hold stays as it was', async () => {
    resize(app, 4)
    await announced()
    await announced()
    const { bookingId, secret } = await placed(app, dayPass())
    await untouched(app, async () => {
      expect(refusalOf(await startAttempt(app, bookingId, secret, 'bank_transfer'))).toEqual({
        code: 'unavailable',
        message: TRANSFERS_FULL,
      })
    })
    expect(granted(await startAttempt(app, bookingId, secret, 'esewa')).state).toBe('pending')
  })

  test('are named in the methods of a booking whose days have no room for one', async () => {
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
    expect(refusalOf(await announce(order())).code).toBe('unavailable')
    expect(granted(await announce(order({ startDate: '2026-12-17' }))).state).toBe('pending')
    expect(granted(await announce(order({ locationId: 'kausimaa' }))).state).toBe('pending')
  })

  test('of a year are limited by its fullest day', async () => {
    resize(app, 2)
    await announced(dayPass({ startDate: '2027-06-15' }))
    const announceYear = async (locationId: string) => {
      const { bookingId, secret } = await placed(app, order({ billing: 'annual', locationId }))
      await emailConfirmed(app, { bookingId, secret })
      return startAttempt(app, bookingId, secret, 'bank_transfer')
    }
    expect(refusalOf(await announceYear('dhobighat-hub')).code).toBe('unavailable')
    expect(granted(await announceYear('kausimaa')).state).toBe('pending')
    expect(Object.keys(await unpaidSeats(app, 'kausimaa'))).toHaveLength(365)
  })

  test.each([
    [0, 0],
    [0.25, 1],
    [1, 4],
  ])('with a share of %f may take %i of 4 seats', async (share, most) => {
    resize(app, 4)
    app.env = { ...app.env, unpaidShare: share }
    const outcomes = []
    for (let number = 0; number < 4; number++) outcomes.push(await announce())
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(most)
  })

  test('that are announced at once never exceed the share', async () => {
    for (let round = 0; round < 3; round++) {
      await app.empty()
      resize(app, 12)
      const held = []
      for (let number = 0; number < 12; number++)
        held.push(await placed(app, number % 2 === 0 ? dayPass() : order({ startDate: '2026-12-01' })))
      const outcomes = await Promise.all(
        held.map(({ bookingId, secret }) => startAttempt(app, bookingId, secret, 'bank_transfer')),
      )
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(6)
      expect((await unpaidSeats(app))[DAY]).toBe(6)
      expect(await miscountedDays(app)).toEqual([])
    }
  })

  test('leave a day with one seat left to an instant method', async () => {
    resize(app, 4)
    await announced()
    await announced()
    await placed(app, dayPass())
    const { bookingId, secret } = await placed(app, dayPass())
    const { paymentId, amount } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
    await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: 'PAID' }, 'lookup')
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
  })

  describe('no longer count', () => {
    const ends: Record<string, (announced: Awaited<ReturnType<typeof started>>) => Promise<unknown>> = {
      'once a receipt is with staff': async ({ paymentId }) =>
        granted(await saveReceipt(app, await paymentRow(app, paymentId), await drawnReceipt())),
      'once staff confirm the money': async ({ bookingId }) => {
        const { version } = await bookingRow(app, bookingId)
        const money = { method: 'bank_transfer', transactionId: 'NIC 1234567', reason: 'Seen in the account' } as const
        granted(await confirm(app, await someStaff(app), bookingId, { version, ...money }))
      },
      'once staff cancel the booking': async ({ bookingId }) => {
        const { version } = await bookingRow(app, bookingId)
        granted(await cancel(app, await someStaff(app), bookingId, { version, reason: 'Asked by phone' }))
      },
      'once staff reject the booking': async ({ bookingId }) => {
        const { version } = await bookingRow(app, bookingId)
        granted(await reject(app, await someStaff(app), bookingId, { version, reason: 'No money came' }))
      },
      'once the booking has expired': async () => {
        app.clock.advance(72 * HOUR)
        await expireBookings(app)
      },
    }
    test.each(Object.keys(ends))('%s', async (name) => {
      resize(app, 2)
      const first = await announced()
      expect(await unpaidSeats(app)).toEqual({ [DAY]: 1 })
      await ends[name]?.(first)
      expect(await unpaidSeats(app)).toEqual({})
      expect((await bookingRow(app, first.bookingId)).transfer_unpaid).toBe(0)
      expect(await miscountedDays(app)).toEqual([])
      expect(granted(await announce()).state).toBe('pending')
    })

    test('once money that differs is with staff', async () => {
      resize(app, 2)
      const { bookingId, secret } = await placed(app, dayPass())
      const { paymentId } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
      granted(await startAttempt(app, bookingId, secret, 'bank_transfer'))
      reporting(app, () => ({ kind: 'pending', reason: 'not needed' }))
      await settle(app, paymentId, { kind: 'mismatch', reason: 'Half came', received: paisa(25_000) }, 'lookup')
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
    const { version } = await bookingRow(app, bookingId)
    granted(await move(app, await someStaff(app), bookingId, { version, startDate: '2026-12-11' }))
    expect(await unpaidSeats(app)).toEqual({ '2026-12-11': 2 })
  })
})
