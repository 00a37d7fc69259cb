import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import { findOwnBooking, readLinkEnd } from '#server/bookings/access.ts'
import { markRefundDue } from '#server/bookings/refund-due.ts'
import { instant } from '#server/db/instant.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { describeOnEachEngine, execute, kathmandu, NOW, rows } from '../../support/app.ts'
import { bookingRow, newKey, PRICE, placed } from '../../support/orders.ts'
import { paidBooking, paymentRow } from '../../support/payments.ts'

describeOnEachEngine('the link of a booking on %s', (app) => {
  const open = (id: string, secret: string) => findOwnBooking(app, app.db.read, id, secret)

  test('opens it with the secret of links from before versions', async () => {
    const { bookingId, secret } = await placed(app)
    expect(secret).toBe(createHmac('sha256', app.bookingKey).update(bookingId).digest('base64url'))
    expect(await open(bookingId, secret)).toMatchObject({ id: bookingId, secret_version: 0 })
  })

  test('is in the confirmation email, which opens it', async () => {
    const { bookingId } = await paidBooking(app)
    const [email] = await rows(app.db.read, 'emails')
    const [, id = '', secret = ''] = /\/your-booking#([\w-]+)\.([\w-]+)$/m.exec(email?.body ?? '') ?? []
    expect(id).toBe(bookingId)
    expect(await open(id, secret)).toMatchObject({ id: bookingId, state: 'confirmed' })
    expect(email?.html).toContain(`/your-booking#${id}.${secret}"`)
  })

  test('opens nothing for an unknown id, a wrong secret or the secret of another booking', async () => {
    const [mine, other] = [await placed(app), await placed(app)]
    const unknown = 'BK-1796282100000-7K2M'
    for (const [id, secret] of [
      [mine.bookingId, other.secret],
      [mine.bookingId, ''],
      [mine.bookingId, `${mine.secret}x`],
      [unknown, mine.secret],
      [unknown, deriveBookingSecret(app.bookingKey, other.bookingId)],
    ] as const)
      expect(await open(id, secret)).toBeUndefined()
  })

  test('ends when a new one is issued', async () => {
    const { bookingId, secret } = await placed(app)
    await execute(app, (db) => db.updateTable('bookings').set({ secret_version: 1 }).where('id', '=', bookingId))
    expect(await open(bookingId, secret)).toBeUndefined()
    expect(await open(bookingId, deriveBookingSecret(app.bookingKey, bookingId, 1))).toBeDefined()
    expect(await open(bookingId, deriveBookingSecret(app.bookingKey, bookingId, 2))).toBeUndefined()
  })

  describe('90 days after the last day', () => {
    test('ends', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.set(kathmandu('2027-04-09', '23:59'))
      expect(await open(bookingId, secret)).toBeDefined()
      app.clock.set(kathmandu('2027-04-10', '00:00'))
      expect(await open(bookingId, secret)).toBeUndefined()
    })

    test('works while a refund is due or open, and 90 days after the last one', async () => {
      const { bookingId, secret, paymentId } = await paidBooking(app)
      const payment = await paymentRow(app, paymentId)
      await app.db.write(async (db) => succeed(await markRefundDue(db, [payment], NOW)))
      app.clock.set(kathmandu('2028-01-01', '12:00'))
      expect(await open(bookingId, secret)).toBeDefined()
      expect(await readLinkEnd(app.db.read, await bookingRow(app, bookingId))).toBeNull()
      await execute(app, (db) => db.updateTable('payments').set({ refunded: PRICE as Paisa }))
      await execute(app, (db) =>
        db.insertInto('refunds').values({
          id: newKey(),
          payment_id: paymentId,
          idempotency_key: newKey(),
          body_hash: '',
          channel: 'manual',
          state: 'sent',
          amount: PRICE as Paisa,
          reason: 'Cancelled',
          created_at: instant(app.now()),
          updated_at: instant(app.now()),
        }),
      )
      expect(await open(bookingId, secret)).toBeDefined()
      await execute(app, (db) => db.updateTable('refunds').set({ state: 'done' }))
      app.clock.set(kathmandu('2028-03-31', '23:59'))
      expect(await open(bookingId, secret)).toBeDefined()
      app.clock.set(kathmandu('2028-04-01', '00:00'))
      expect(await open(bookingId, secret)).toBeUndefined()
    })
  })
})
