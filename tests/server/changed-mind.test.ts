import { describe, expect, test } from 'vitest'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
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
    const second = granted(
      await createBooking(app, dayPass({ meetingRoomHours: 1, replaces: handle(first) }), newKey()),
    )
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'cancelled', expires_at: null })
    expect(await bookingRow(app, second.bookingId)).toMatchObject({ state: 'held' })
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
  })

  test('leaves the hold as it was where the new booking is refused', async () => {
    oneSeat()
    const first = await placed(app, dayPass())
    await placed(app, dayPass({ startDate: '2026-12-11' }))
    const refused = await createBooking(app, dayPass({ startDate: '2026-12-11', replaces: handle(first) }), newKey())
    expect(refusalOf(refused).code).toBe('sold_out')
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'held' })
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1, '2026-12-11': 1 })
  })

  test('gives up nothing that was announced, and nothing of somebody else', async () => {
    const announced = await placed(app)
    granted(await startAttempt(app, announced.bookingId, announced.secret, 'bank_transfer'))
    await placed(app, order({ replaces: handle(announced) }))
    expect(await bookingRow(app, announced.bookingId)).toMatchObject({ state: 'pending_verification' })
    const other = await placed(app)
    await placed(app, order({ replaces: { bookingId: other.bookingId, secret: announced.secret } }))
    expect(await bookingRow(app, other.bookingId)).toMatchObject({ state: 'held' })
  })

  test('gets the last seat of a hold whose answer was lost, by its key', async () => {
    oneSeat()
    const [first, second] = [newKey(), newKey()]
    const lost = await placed(app, dayPass(), first)
    const changed = dayPass({ meetingRoomHours: 1, unanswered: [first] })
    const next = granted(await createBooking(app, changed, second))
    expect(await bookingRow(app, lost.bookingId)).toMatchObject({ state: 'cancelled', expires_at: null })
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
    // Sent again it is answered the same, whatever it names.
    expect(granted(await createBooking(app, changed, second))).toEqual(next)
    expect(granted(await createBooking(app, dayPass({ meetingRoomHours: 1, unanswered: [second] }), second))).toEqual(
      next,
    )
    expect(await bookingRow(app, next.bookingId)).toMatchObject({ state: 'held' })
  })

  test('gives up every hold that it names, on the days of all of them', async () => {
    const keys = [newKey(), newKey(), newKey()]
    const holds = await Promise.all(
      keys.map((key, index) => placed(app, dayPass({ startDate: `2026-12-1${index}` }), key)),
    )
    const replaces = holds[0] && handle(holds[0])
    await placed(app, dayPass({ startDate: '2026-12-13', ...(replaces && { replaces }), unanswered: keys }))
    for (const { bookingId } of holds) expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'cancelled' })
    expect(await seatsTaken(app)).toEqual({ '2026-12-13': 1 })
  })

  test('leaves what is held under a key as it was where it is refused, announced or unknown', async () => {
    const [key, announcedKey] = [newKey(), newKey()]
    oneSeat()
    app.env = { ...app.env, unpaidShare: 1 }
    const lost = await placed(app, dayPass(), key)
    await placed(app, dayPass({ startDate: '2026-12-11' }))
    const refused = await createBooking(app, dayPass({ startDate: '2026-12-11', unanswered: [key] }), newKey())
    expect(refusalOf(refused).code).toBe('sold_out')
    expect(await bookingRow(app, lost.bookingId)).toMatchObject({ state: 'held' })
    const announced = await placed(app, dayPass({ startDate: '2026-12-12' }), announcedKey)
    granted(await startAttempt(app, announced.bookingId, announced.secret, 'bank_transfer'))
    await placed(app, dayPass({ startDate: '2026-12-13', unanswered: [announcedKey, newKey()] }))
    expect(await bookingRow(app, announced.bookingId)).toMatchObject({ state: 'pending_verification' })
  })

  test('is the same request with and without the hold it replaces', async () => {
    const first = await placed(app)
    const key = newKey()
    const second = await placed(app, dayPass({ replaces: handle(first) }), key)
    expect(await placed(app, dayPass(), key)).toEqual(second)
  })
})

const handle = ({ bookingId, secret }: { bookingId: string; secret: string }) => ({ bookingId, secret })
