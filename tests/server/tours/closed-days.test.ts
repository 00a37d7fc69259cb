import { expect, test } from 'vitest'
import { moveTour } from '#contract/tours.ts'
import { readTourSlots } from '#server/tours/booking.ts'
import { describeOnEachEngine } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { granted } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { rejected, withKey } from '../../support/requests.ts'
import { bookedTour, requestTour } from '../../support/tours.ts'

const NO_TIME = { time: 'No tour starts at this time. Choose another time' }

describeOnEachEngine('a tour on %s', (app) => {
  const timesOf = async (date: string, location = 'kausimaa') =>
    granted(await readTourSlots(app, { location, date })).slots.map(({ time }) => time)

  test('has no times on a closed day', async () => {
    await closed(app, { from: '2026-12-10', locationId: 'kausimaa' })
    expect(await timesOf('2026-12-10')).toEqual([])
    expect(await timesOf('2026-12-10', 'dhobighat-hub')).not.toEqual([])
    expect(await timesOf('2026-12-11')).not.toEqual([])
    expect(await rejection(app, () => requestTour(app))).toEqual({ code: 'invalid', fields: NO_TIME })
  })

  test('has the times within the other hours of a day', async () => {
    await closed(app, { from: '2026-12-10', hours: { open: '15:00', close: '16:30' } })
    expect(await timesOf('2026-12-10')).toEqual(['15:00', '15:30', '16:00'])
  })

  test('cannot be moved to a closed day', async () => {
    const { tourId, secret } = await bookedTour(app)
    await closed(app, { from: '2026-12-11' })
    const sent = withKey({ date: '2026-12-11', time: '11:00' }, { id: tourId, secret })
    expect(await rejected('invalid', moveTour, sent)).toMatchObject({ fields: NO_TIME })
  })
})
