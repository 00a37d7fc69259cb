import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { removeClaims, toSeatClaim } from '#server/bookings/claims.ts'
import { listHeldSeats } from '#server/bookings/open-change.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { markRefundDue } from '#server/bookings/refund-due.ts'
import { changeSeats, readDaySeats } from '#server/bookings/seats.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { runTransaction } from '#server/db/database.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { ENGINES } from '../support/engines.ts'
import { miscountedDays, moveOwn, openedChange, paidAt, payChange } from '../support/moves.ts'
import { bookingRow, dayPass, granted, newKey, type Placed, PRICE, setCapacity } from '../support/orders.ts'
import { codeOf } from '../support/outcomes.ts'
import { paid, paidBooking, paymentRow, reporting, type Started, started } from '../support/payments.ts'

const ROUNDS = rounds(200)
/** A control needs a few rounds until its race happens. */
const CONTROL_ROUNDS = 20
const TARGET = '2026-12-15'

/** Steps of 15 queries by which one call starts before the other, so that each of them wins in some rounds. */
const HEAD_STARTS = 9

const cancel = (app: TestApp, { bookingId, secret }: Placed) =>
  cancelAsCustomer(app, { id: bookingId, secret }, {}, newKey())

describe.each(ENGINES)('on %s', (engine) => {
  const app = useApp(engine)
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  test(`a move and a booking get the last seat once in each of ${ROUNDS} rounds`, async () => {
    const winners = { move: 0, booking: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await app.empty()
      setCapacity(app, 1)
      const mine = await paidBooking(app, dayPass({ startDate: '2026-12-12' }))
      const [moved, booked] = await race(
        round,
        async () => codeOf(await moveOwn(app, mine, TARGET)),
        async () => codeOf(await createBooking(app, dayPass({ startDate: TARGET }), newKey())),
      )
      expect([moved, booked].toSorted(), `round ${round}`).toEqual(['ok', 'sold_out'])
      winners[moved === 'ok' ? 'move' : 'booking']++
      expect(await miscountedDays(app)).toEqual([])
    }
    console.log(`${engine}: ${winners.move} moves and ${winners.booking} bookings got the last seat`)
    expect(Math.min(winners.move, winners.booking)).toBeGreaterThan(0)
  })

  test(`a cancellation beside the arriving payment refunds it in each of ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await app.empty()
      const payment = await started(app, dayPass())
      await race(
        round,
        async () => expect(codeOf(await cancel(app, payment))).toBe('ok'),
        () => settle(app, payment.paymentId, paid(payment.amount), 'lookup'),
      )
      expect(await readEnd(payment), `round ${round}`).toEqual({
        state: 'cancelled',
        payment: 'confirmed',
        due: payment.amount,
        seats: 0,
      })
    }
  })

  test('a cancellation that reads the payments before it locks the booking loses money', async () => {
    const ends = []
    for (let round = 0; round < CONTROL_ROUNDS; round++) {
      await app.empty()
      const payment = await started(app, dayPass())
      await cancelUnlocked(payment, () => settle(app, payment.paymentId, paid(payment.amount), 'lookup'))
      ends.push((await readEnd(payment)).due)
    }
    expect(ends).toContain(null)
  })

  test(`two cancellations send one email and promise one refund in each of ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await app.empty()
      const payment = await paidBooking(app, dayPass())
      const before = (await rows(app.db.read, 'emails')).length
      const codes = await race(
        round,
        async () => codeOf(await cancel(app, payment)),
        async () => codeOf(await cancel(app, payment)),
      )
      expect(codes.toSorted(), `round ${round}`).toEqual(['ok', 'wrong_state'])
      expect((await rows(app.db.read, 'emails')).length - before).toBe(1)
      expect(await readEnd(payment)).toMatchObject({ state: 'cancelled', due: payment.amount, seats: 0 })
    }
  })

  test(`a difference paid as its change expires moves or is refunded in each of ${ROUNDS} rounds`, async () => {
    const ends = { moved: 0, refunded: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await app.empty()
      const { booking, payment } = await startedChange()
      // The last lookup finds nothing; the money arrives at the same time.
      reporting(app, () => ({ kind: 'pending', reason: 'no response' }))
      app.clock.advance(3 * HOUR)
      await race(
        round,
        () => expireChanges(app),
        () => settle(app, payment.paymentId, paid(payment.amount), 'lookup'),
      )
      const { start_date } = await bookingRow(app, booking.bookingId)
      const { refund_due } = await paymentRow(app, payment.paymentId)
      const moved = start_date === TARGET
      expect(refund_due, `round ${round}`).toBe(moved ? null : payment.amount)
      expect(await rows(app.db.read, 'booking_changes')).toMatchObject([{ state: moved ? 'applied' : 'expired' }])
      expect(await miscountedDays(app)).toEqual([])
      ends[moved ? 'moved' : 'refunded']++
    }
    console.log(`${engine}: ${ends.moved} differences moved a booking, ${ends.refunded} are refunded`)
    // SQLite runs one transaction after another, in the order in which they are requested.
    if (engine === 'postgres') expect(Math.min(ends.moved, ends.refunded)).toBeGreaterThan(0)
  })

  describe('expiring a change whose state was read before its payment', () => {
    async function paidChange() {
      const { booking, payment } = await startedChange()
      const before = await bookingRow(app, booking.bookingId)
      const [change] = await app.db.read.selectFrom('booking_changes').selectAll().execute()
      await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
      if (!change) throw new Error('no change was opened')
      return listHeldSeats(before, change)
    }

    test('releases no seat, as the booking has its claim', async () => {
      const held = await paidChange()
      await runTransaction(app.db, (db) => removeClaims(app, db, held))
      expect(await miscountedDays(app)).toEqual([])
    })

    test('miscounts its days if it releases the days of the change without its claim', async () => {
      const held = await paidChange()
      await runTransaction(app.db, async (db) => {
        for (const claim of held) await changeSeats(db, claim, 'taken', -claim.seats).execute()
      })
      expect(await miscountedDays(app)).not.toEqual([])
      await app.empty()
    })
  })

  /** Starts both calls, with a head start for one of them that depends on the round. */
  async function race<Value>(round: number, first: () => Promise<Value>, second: () => Promise<Value>) {
    const lead = 15 * ((round % (2 * HEAD_STARTS + 1)) - HEAD_STARTS)
    const after = async (queries: number, call: () => Promise<Value>) => {
      for (let count = 0; count < queries; count++) await sql`select 1`.execute(app.db.read)
      return call()
    }
    return Promise.all([after(-lead, first), after(lead, second)])
  }

  async function startedChange() {
    const booking = await paidAt(app, PRICE - 50_000)
    const change = await openedChange(app, booking, TARGET)
    return { booking, change, payment: granted(await payChange(app, booking, change.changeId)) }
  }

  /** The negative control: reads payments and booking, lets a payment arrive, and cancels what it has read. */
  async function cancelUnlocked({ bookingId, paymentId }: Started & Placed, arrive: () => Promise<void>) {
    const payment = await paymentRow(app, paymentId)
    await arrive()
    await runTransaction(app.db, async (db) => {
      const booking = await bookingRow(app, bookingId)
      await transitionBooking(app, db, booking, 'cancelled', null, 'customer')
      await markRefundDue(db, [payment], app.now())
    })
  }

  async function readEnd({ bookingId, paymentId }: Started & Placed) {
    const booking = await bookingRow(app, bookingId)
    const payment = await paymentRow(app, paymentId)
    const days = await readDaySeats(app, app.db.read, toSeatClaim(booking))
    return {
      state: booking.state,
      payment: payment.state,
      due: payment.refund_due,
      seats: days.reduce((sum, { taken }) => sum + taken, 0),
    }
  }
})
