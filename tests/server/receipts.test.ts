import { describe, expect, test } from 'vitest'
import type { WriteJob } from '#server/db/database.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { order } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { drawnReceipt } from '../support/uploads.ts'

const AT_ONCE = 6
const ROUNDS = 4
/** Drawn once: no two alike, and none is known to the next round. */
const files = Promise.all(Array.from({ length: AT_ONCE }, () => drawnReceipt()))

describe.each(ENGINES)('receipts that come at once, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** Pictures are drawn one after the other: their writings are held back until all have come. */
  async function rush(write: <Value>(job: WriteJob<Value>) => ReturnType<typeof app.db.write<Value>>): Promise<number> {
    const { paymentId } = await started(app, order(), 'qr_payment')
    const payment = await paymentRow(app, paymentId)
    const { db } = app
    let arrived = 0
    const { promise: all, resolve } = Promise.withResolvers<void>()
    app.db = {
      ...db,
      write: async (job) => {
        if (++arrived === AT_ONCE) resolve()
        await all
        return write(job)
      },
    }
    await Promise.allSettled((await files).map((file) => saveReceipt(app, payment, file)))
    app.db = db
    return (await rows(app.db.read, 'payment_evidence')).length
  }

  test('are three of a booking, however many come', async () => {
    // Of one process's SQLite every round is the same.
    for (let round = 0; round < (engine === 'postgres' ? ROUNDS : 1); round++) {
      await app.empty()
      expect(await rush(app.db.write)).toBe(3)
    }
  })

  // That the rush is one: what it writes is more than three where nobody waits for another.
  if (engine === 'postgres')
    test('are more where nobody is kept from the booking until the end', async () => {
      let most = 0
      for (let round = 0; round < ROUNDS && most <= 3; round++) {
        await app.empty()
        most = await rush((job) => job(app.db.read))
      }
      expect(most).toBeGreaterThan(3)
    })
})
