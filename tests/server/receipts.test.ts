import { expect, test } from 'vitest'
import type { WriteJob } from '#server/db/database.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { describeOnEachEngine, rows } from '../support/app.ts'
import { order } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { paymentRow, started } from '../support/payments.ts'
import { drawnReceipt } from '../support/receipt-uploads.ts'

const AT_ONCE = 6
const ROUNDS = 4
/** Unique receipts, drawn once, because each round starts without rows. */
const files = atOnce(AT_ONCE, () => drawnReceipt())

describeOnEachEngine('concurrent receipts on %s', (app, engine) => {
  /** Images are decoded one after the other, so their writes wait until all have arrived. */
  async function race(write: <Value>(job: WriteJob<Value>) => ReturnType<typeof app.db.write<Value>>): Promise<number> {
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
    return (await rows(app.db.read, 'receipts')).length
  }

  test('are limited to three of a booking', async () => {
    // On SQLite in one process, every round is the same.
    for (let round = 0; round < (engine === 'postgres' ? ROUNDS : 1); round++) {
      await app.empty()
      expect(await race(app.db.write)).toBe(3)
    }
  })

  // Proves that the test above detects a race: writes without the lock exceed the limit.
  if (engine === 'postgres')
    test('exceed the limit if the booking is not locked to the end', async () => {
      let max = 0
      for (let round = 0; round < ROUNDS && max <= 3; round++) {
        await app.empty()
        max = await race((job) => job(app.db.read))
      }
      expect(max).toBeGreaterThan(3)
    })
})
