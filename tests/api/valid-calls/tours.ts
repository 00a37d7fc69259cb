import {
  cancelTourByStaff,
  listTours,
  moveTourByStaff,
  readTourByStaff,
  recordTourOutcome,
  replaceTourLink,
} from '#contract/admin/tours.ts'
import { bookTour, cancelTour, listTourSlots, moveTour, readTour, readTourCalendar } from '#contract/tours.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { execute, type TestApp } from '../../support/app.ts'
import type { Sent } from '../../support/requests.ts'
import { bookedTour, tourInput } from '../../support/tours.ts'
import { type ValidCall, validCall } from './valid-call.ts'

async function someTour(app: TestApp): Promise<Sent> {
  const { tourId, secret } = await bookedTour(app)
  return { id: tourId, secret }
}

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(listTourSlots, { query: { location: 'kausimaa', date: '2026-12-10' } }),
  // Repeated requests come from the same network.
  validCall(bookTour, { body: tourInput(), address: '192.0.2.1' }),
  validCall(readTour, someTour),
  validCall(readTourCalendar, someTour),
  validCall(moveTour, async (app) => ({ ...(await someTour(app)), body: { date: '2026-12-11', time: '11:00' } })),
  validCall(cancelTour, async (app) => ({ ...(await someTour(app)), body: {} })),
  validCall(listTours, { query: { from: '2026-12-01', to: '2026-12-31' } }),
  validCall(readTourByStaff, someTour),
  validCall(moveTourByStaff, async (app) => ({
    ...(await someTour(app)),
    body: { version: 1, date: '2026-12-11', time: '11:00' },
  })),
  validCall(cancelTourByStaff, async (app) => ({ ...(await someTour(app)), body: { version: 1 } })),
  validCall(replaceTourLink, async (app) => ({ ...(await someTour(app)), body: { version: 1 } })),
  validCall(recordTourOutcome, async (app) => {
    const { tourId } = await bookedTour(app, { date: '2026-12-01', time: '14:00' })
    // As if it had started.
    await execute(app, (db) =>
      db
        .updateTable('tours')
        .set({ day: '2026-11-30' as IsoDate })
        .where('id', '=', tourId),
    )
    return { id: tourId, body: { outcome: 'came', version: 1 } }
  }),
]
