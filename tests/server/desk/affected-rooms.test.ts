import { expect, test } from 'vitest'
import { save } from '#server/desk/closures.ts'
import { describeOnEachEngine } from '../../support/app.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { dayPass, granted, order } from '../../support/orders.ts'
import { codeOf } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { manager } from '../../support/prices.ts'
import { ROOMS, reserve, WINDOW } from '../../support/rooms.ts'

describeOnEachEngine('rooms and bookings outside the opening hours on %s', (app) => {
  test.each([
    ['11:00', '18:00', true],
    ['08:00', '11:30', true],
    ['10:00', '12:00', false],
  ])('a room from 10:00 to 12:00 is listed if the day is open from %s to %s: %s', async (open, close, isListed) => {
    const by = await manager(app)
    app.rooms = ROOMS
    granted(await reserve(app, await paidBooking(app)))
    const entries = [closureEntry({ hours: { open, close } })]
    if (isListed) expect(codeOf(await save(app, by, { version: 0, closures: entries }))).toBe('has_bookings')
    const { affectedRooms } = await saveClosed(app, by, entries)
    const room = { roomName: 'Walnut room', locationId: 'dhobighat-hub', start: '10:00', end: '12:00' }
    expect(affectedRooms).toMatchObject(isListed ? [room] : [])
    expect(affectedRooms).toHaveLength(isListed ? 1 : 0)
  })

  test('a room reserved in longer hours is still listed after these are removed', async () => {
    const by = await manager(app)
    app.rooms = ROOMS
    const { version } = await saveClosed(app, by, [closureEntry({ hours: { open: '06:00', close: '23:00' } })])
    const late = { roomId: WINDOW.id, start: '22:00', end: '23:00' }
    granted(await reserve(app, await paidBooking(app), late))
    const { affectedRooms } = await saveClosed(app, by, [], version)
    expect(affectedRooms).toMatchObject([{ roomName: 'Window room', start: '22:00', end: '23:00' }])
  })

  test.each([
    ['10:00', '17:00', 1],
    ['09:00', '16:30', 1],
    ['09:00', '17:00', 0],
  ])('a booking from 09:00 to 17:00 is counted if the day is open from %s to %s: %s', async (open, close, count) => {
    const by = await manager(app)
    await paidBooking(app, order({ startTime: '09:00', endTime: '17:00' }))
    await paidBooking(app, dayPass())
    await paidBooking(app, order({ startDate: '2026-12-11' }))
    const entry = closureEntry({ hours: { open, close } })
    const { outsideHours, closures } = await saveClosed(app, by, [entry])
    expect(outsideHours).toEqual(count > 0 ? [{ closureId: closures[0]?.id, bookings: count }] : [])
  })
})
