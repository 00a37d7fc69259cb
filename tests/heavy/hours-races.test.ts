/** Customers buy room hours several times at once, and the payment is confirmed several times at once. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buyRoomHours } from '#contract/buy-hours.ts'
import { verifyPayment } from '#contract/payments.ts'
import { runTransaction } from '#server/db/database.ts'
import { rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { payChange } from '../support/moves.ts'
import { granted } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { decide, paidBooking } from '../support/payments.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { send, withKey } from '../support/requests.ts'
import { boughtMinutes, openedPurchase } from '../support/room-hours.ts'
import { findRoomMistakes } from '../support/rooms.ts'
import { useWithoutGuard } from '../support/unguarded.ts'

const ROUNDS = rounds(50)
/** A control needs a few rounds until its race happens. */
const CONTROL_ROUNDS = Math.max(ROUNDS, 20)

type Call = typeof send

/** Buys hours four times at once. Returns the codes and how many purchases are open. */
async function raceToBuy(app: TestApp, call: Call) {
  await app.empty()
  const { bookingId: id, secret } = await paidBooking(app)
  const codes = await atOnce(4, async (index) =>
    codeOfResponse(await call(buyRoomHours, withKey({ hours: 1 + index }, { id, secret }))),
  )
  const open = (await rows(app.db.read, 'booking_changes')).filter(({ state }) => state === 'open').length
  return { codes, open }
}

/** Pays for two hours and confirms the payment eight times at once. Returns what was granted. */
async function raceToConfirm(app: TestApp, call: Call) {
  await app.empty()
  const booking = await paidBooking(app)
  const change = await openedPurchase(app, booking, 2)
  const payment = granted(await payChange(app, booking, change.changeId))
  const body = await decide(app, payment, 'pay')
  const codes = await atOnce(8, async () => codeOfResponse(await call(verifyPayment, { id: payment.paymentId, body })))
  return { codes, minutes: await boughtMinutes(app, booking), mistakes: await findRoomMistakes(app) }
}

describeInEachSetup('room hours on %s', (app, call) => {
  test(`that are bought several times at once are one open purchase in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { codes, open } = await raceToBuy(app, call)
      expect(codes, `round ${round}`).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(open).toBe(1)
    }
  })

  test(`that are confirmed several times at once are granted once in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { codes, minutes, mistakes } = await raceToConfirm(app, call)
      expect(new Set(codes), `round ${round}`).toEqual(new Set(['ok']))
      expect(minutes).toEqual([120])
      expect(mistakes).toEqual([])
    }
  })
})

describe('without the lock of the booking and the unique keys', () => {
  const app = useApp('postgres')
  useWithoutGuard(() => import('../support/unguarded-bookings.ts'))

  test('several purchases are open', async () => {
    await dropIndex('booking_changes_one_purchase')
    const open: number[] = []
    for (let round = 0; round < CONTROL_ROUNDS; round++) open.push((await raceToBuy(app, send)).open)
    expect(Math.max(...open)).toBeGreaterThan(1)
  })

  const dropIndex = (name: string) => runTransaction(app.db, (db) => sql`drop index ${sql.ref(name)}`.execute(db))
})
