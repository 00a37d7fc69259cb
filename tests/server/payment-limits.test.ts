import { describe, expect, test } from 'vitest'
import { recordPaymentReport, startAttempt } from '#server/payments/attempts.ts'
import { HOUR, MINUTE, NOW, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'

describe.each(ENGINES)('tries without end, on %s,', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  test('keep the place for a day from its placement, and nobody is sent to pay who might come too late', async () => {
    const { bookingId, secret } = await placed(app)
    const again = () => startAttempt(app, bookingId, secret, 'khalti')
    const keptFor = async () => Date.parse((await bookingRow(app, bookingId)).expires_at ?? '') - NOW
    for (; app.now() < NOW + 23 * HOUR; app.clock.advance(HOUR)) granted(await again())
    expect(await keptFor()).toBe(24 * HOUR - 45 * MINUTE)
    granted(await again())
    expect(await keptFor()).toBe(24 * HOUR)
    app.clock.advance(1)
    expect(refusalOf(await again())).toMatchObject({
      code: 'no_more_extensions',
      message: expect.stringContaining('held for a day'),
    })
    granted(await startAttempt(app, bookingId, secret, 'esewa'))
    expect(await keptFor()).toBe(24 * HOUR)
  })

  test('leave fifty notes of returns each, the newest', async () => {
    const { paymentId } = await started(app)
    for (let times = 0; times < 120; times++) {
      app.clock.advance(1)
      await recordPaymentReport(app, paymentId, times % 2 ? 'return' : 'claim', `${times}`)
    }
    const kept = await rows(app.db.read, 'payment_reports')
    expect(kept.filter(({ source }) => source === 'claim')).toHaveLength(50)
    const numbers = kept.map(({ body }) => Number(JSON.parse(body))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, number) => number + 20))
  })
})
