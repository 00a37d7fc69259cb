import { describe, expect, test } from 'vitest'
import { place } from '#server/bookings.ts'
import { start } from '#server/payments.ts'
import { type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'

describe.each(ENGINES)('a booking that takes the place of a hold, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const oneSeat = (): void => {
    const { catalogue } = app
    app.catalogue = { ...catalogue, locations: catalogue.locations.map((location) => ({ ...location, capacity: 1 })) }
  }

  test('gets the last seat that the hold had, and the hold is given up', async () => {
    oneSeat()
    const first = await placed(app, dayPass())
    const second = granted(await place(app, dayPass({ meetingRoomHours: 1, replaces: handle(first) }), newKey()))
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'cancelled', expires_at: null })
    expect(await bookingRow(app, second.bookingId)).toMatchObject({ state: 'held' })
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
  })

  test('leaves the hold as it was where the new booking is refused', async () => {
    oneSeat()
    const first = await placed(app, dayPass())
    await placed(app, dayPass({ startDate: '2026-12-11' }))
    const refused = await place(app, dayPass({ startDate: '2026-12-11', replaces: handle(first) }), newKey())
    expect(refusalOf(refused).code).toBe('sold_out')
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'held' })
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1, '2026-12-11': 1 })
  })

  test('gives up nothing that was announced, and nothing of somebody else', async () => {
    const announced = await placed(app)
    granted(await start(app, announced.bookingId, announced.secret, 'bank_transfer'))
    await placed(app, order({ replaces: handle(announced) }))
    expect(await bookingRow(app, announced.bookingId)).toMatchObject({ state: 'pending_verification' })
    const other = await placed(app)
    await placed(app, order({ replaces: { bookingId: other.bookingId, secret: announced.secret } }))
    expect(await bookingRow(app, other.bookingId)).toMatchObject({ state: 'held' })
  })

  test('is the same request with and without the hold it replaces', async () => {
    const first = await placed(app)
    const key = newKey()
    const second = await placed(app, dayPass({ replaces: handle(first) }), key)
    expect(await placed(app, dayPass(), key)).toEqual(second)
  })
})

const handle = ({ bookingId, secret }: { bookingId: string; secret: string }) => ({ bookingId, secret })
