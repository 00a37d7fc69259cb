import { expect, test } from 'vitest'
import { dropOwnMove, moveOwnBooking, previewOwnMove } from '#contract/move-booking.ts'
import { startPayment } from '#contract/payments.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { describeOnEachEngine } from '../support/app.ts'
import { paidAt } from '../support/moves.ts'
import { type Placed, PRICE } from '../support/orders.ts'
import { paidBooking } from '../support/payments.ts'
import { call, rejected, type Sent, send, withKey } from '../support/requests.ts'

describeOnEachEngine('moving an own booking over the API on %s', (app) => {
  const own = ({ bookingId, secret }: Placed): Sent => ({ id: bookingId, secret })
  const sent = (booking: Placed, startDate = '2026-12-20') => withKey({ startDate }, own(booking))

  test('responds with 200 to a move that is done', async () => {
    const booking = await paidBooking(app)
    const moved = await call(moveOwnBooking, sent(booking))
    expect(moved).toMatchObject({ change: null, booking: { startDate: '2026-12-20' } })
  })

  test('responds with 202 to a move that has to be paid, whose change is paid like a booking', async () => {
    const booking = await paidAt(app, PRICE - 50_000)
    const query = { startDate: '2026-12-20' }
    expect(await call(previewOwnMove, { ...own(booking), query })).toMatchObject({ difference: 50_000 })
    const { status, body } = await send(moveOwnBooking, sent(booking))
    expect(status).toBe(202)
    const { change } = moveOwnBooking.output.parse(body)
    const { bookingId, secret } = booking
    const payment = { bookingId, method: 'stripe', change: change?.changeId }
    expect(await call(startPayment, { body: payment, secret })).toMatchObject({ amount: 52_750, fee: 2_750 })
  })

  test('rejects a wrong secret as an unknown booking, and a request without a key', async () => {
    const [booking, other] = [await paidBooking(app), await paidBooking(app)]
    const query = { startDate: '2026-12-20' }
    const wrong = { ...booking, secret: other.secret }
    const failures = [
      await rejected('not_found', moveOwnBooking, sent(wrong)),
      await rejected('not_found', moveOwnBooking, sent({ ...wrong, bookingId: 'BK-1764561600000-ABCD' })),
      await rejected('not_found', previewOwnMove, { ...own(wrong), query }),
    ]
    expect(new Set(failures.map(({ message }) => message)).size).toBe(1)
    await rejected('idempotency_missing', moveOwnBooking, { ...own(booking), body: query })
  })

  test('drops a move that has to be paid, and responds with 409 when there is none', async () => {
    const booking = await paidAt(app, PRICE - 50_000)
    await send(moveOwnBooking, sent(booking))
    const other = await paidBooking(app)
    await rejected('not_found', dropOwnMove, withKey({}, own({ ...booking, secret: other.secret })))
    await rejected('idempotency_missing', dropOwnMove, own(booking))
    expect(await call(dropOwnMove, withKey({}, own(booking)))).toMatchObject({ startDate: '2026-12-10', change: null })
    const { status } = await send(dropOwnMove, withKey({}, own(booking)))
    expect(status).toBe(409)
  })

  test('limits the moves of one booking', async () => {
    const booking = await paidBooking(app)
    for (let move = 0; move < LIMITS.customerAction.burst; move++)
      await send(moveOwnBooking, sent(booking, '2020-01-01'))
    await rejected('too_many', moveOwnBooking, sent(booking))
    await call(moveOwnBooking, sent(await paidBooking(app)))
  })
})
