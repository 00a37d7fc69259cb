import { expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { granted, order, placed } from '../../support/orders.ts'

describeOnEachEngine('the view of a booking on %s', (app) => {
  test('lists the closed days that it covers, as staff have them now', async () => {
    const { bookingId, secret } = await placed(app, order())
    const read = async () => granted(await readBooking(app, bookingId, secret)).closedDays
    expect(await read()).toEqual([])
    await closed(app, { from: '2026-12-08', to: '2026-12-11', reason: 'Udhauli' })
    await closed(app, { from: '2026-12-15', locationId: 'kausimaa' })
    await closed(app, { from: '2026-12-20', hours: { open: '10:00', close: '16:00' } })
    await closed(app, { from: '2026-12-25', reason: 'Christmas' })
    expect(await read()).toEqual([
      { from: '2026-12-10', to: '2026-12-11', reason: 'Udhauli' },
      { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas' },
    ])
  })
})
