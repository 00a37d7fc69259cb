import type { Input } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import type { BookedTour, bookTour } from '#contract/tours.ts'
import type { App } from '#server/app.ts'
import type { Tour } from '#server/db/schema.ts'
import { createTour, findBookedTour, readTourChoices, toTourRequest } from '#server/tours/booking.ts'
import { granted, newKey } from './orders.ts'

export type TourInput = Input<typeof bookTour>

/** A tour of Kausimaa on Thursday 10 December 2026 at 10:30. */
export const tourInput = (changes: Partial<TourInput> = {}): TourInput => ({
  locationId: 'kausimaa',
  date: '2026-12-10',
  time: '10:30',
  name: 'Nisha Rai',
  phone: '9841234567',
  email: 'nisha@example.com',
  ...changes,
})

/** Books a tour as the endpoint does, without its rate limit. */
export async function requestTour(
  app: App,
  changes: Partial<TourInput> = {},
  key = newKey(),
): Promise<Outcome<BookedTour>> {
  const request = toTourRequest(tourInput(changes), key)
  const booked = await findBookedTour(app, request)
  if (booked) return booked
  const choices = await readTourChoices(app, app.db.read, request.input)
  return choices.ok ? createTour(app, request, choices.value) : choices
}

export const bookedTour = async (app: App, changes: Partial<TourInput> = {}): Promise<BookedTour> =>
  granted(await requestTour(app, changes))

export const tourRow = (app: App, id: string): Promise<Tour> =>
  app.db.read.selectFrom('tours').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
