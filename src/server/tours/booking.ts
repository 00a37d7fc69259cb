import { randomInt } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getTourMessages, TOUR_SLOT_FULL } from '#contract/tour-messages.ts'
import type { bookTour, listTourSlots as listSlots } from '#contract/tours.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { type ClockTime, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { normalisePhone, toSingleLine } from '#domain/contact.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { listTourSlots, TOURS_PER_SLOT, tourReference } from '#domain/tour.ts'
import { type TourRequest, tourProblems } from '#domain/tour-request.ts'
import type { App, Result } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { getCatalogue } from '../catalogue.ts'
import { readListedClosures } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import type { Tour } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { queueTourEmail } from './calendar.ts'
import { tourBookedEmail } from './emails.ts'
import { buildTourLink, findFreePlace, getTourSecret, recordTourAuditEntry } from './tour.ts'

type BookedTour = Output<typeof bookTour>

export async function readTourSlots(app: App, input: Input<typeof listSlots>): Result<typeof listSlots> {
  const locationId = parseLocationId(input.location)
  const location = (await readTourLocations(app, app.db.read)).find(({ id }) => id === locationId)
  if (!location?.tours) return fail('invalid', { fields: getTourMessages({ locationId: 'unavailable' }) })
  const date = parseIsoDate(input.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const tours = await app.db.read
    .selectFrom('tours')
    .select('time')
    .where('location_id', '=', location.id)
    .where('day', '=', date)
    .where('state', '!=', 'cancelled')
    .execute()
  const slots = listTourSlots(location, date, app.now()).map((time) => ({
    time,
    free: TOURS_PER_SLOT - tours.filter((tour) => tour.time === time).length,
  }))
  return succeed({ locationId: location.id, date, slots })
}

interface TourChoices {
  locationId: LocationId
  date: IsoDate
  time: ClockTime
}

/** The values of a request whose fields have no problem. */
export async function readTourChoices(app: App, db: Queries, request: TourRequest): Promise<Outcome<TourChoices>> {
  const problems = tourProblems(request, await readTourLocations(app, db), app.now())
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: getTourMessages(problems) })
  return succeed({
    locationId: parseLocationId(request.locationId) ?? '',
    date: request.date as IsoDate,
    time: request.time as ClockTime,
  })
}

const readTourLocations = async (app: App, db: Queries) =>
  withClosures(getCatalogue().locations, await readListedClosures(db, kathmanduDate(app.now())))

/** Returns the response to the first request with the same key. */
export async function findBookedTour(app: App, request: IdempotentRequest): Promise<Outcome<BookedTour> | undefined> {
  const tour = await app.db.read
    .selectFrom('tours')
    .selectAll()
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst()
  if (!tour) return undefined
  return tour.body_hash === request.bodyHash ? succeed(toBookedTour(app, tour)) : fail('idempotency_mismatch')
}

export const toTourRequest = (input: Input<typeof bookTour>, key: string) => ({
  ...toIdempotentRequest(key, input),
  input: { ...input, phone: input.phone ?? '', email: input.email ?? '' },
})

/** Books the tour at a free place of its time. */
export async function createTour(
  app: App,
  request: ReturnType<typeof toTourRequest>,
  choices: TourChoices,
): Result<typeof bookTour> {
  const outcome = await writeAndNotify<BookedTour>(app, async (db) => {
    if (await isKeyUsed(db, request)) return fail('in_flight')
    const slot = { location_id: choices.locationId, day: choices.date, time: choices.time }
    const place = await findFreePlace(db, slot)
    if (place === undefined) return fail('sold_out', { message: TOUR_SLOT_FULL })
    const now = instant(app.now())
    const tour: Tour = {
      ...slot,
      id: tourReference(
        app.now(),
        Array.from({ length: 4 }, () => randomInt(32)),
      ),
      idempotency_key: request.key,
      body_hash: request.bodyHash,
      state: 'booked',
      place,
      name: toSingleLine(request.input.name),
      email: request.input.email.trim(),
      phone: normalisePhone(request.input.phone) ?? '',
      secret_version: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    }
    // If another request takes the place or the key first, the job runs again.
    await db.insertInto('tours').values(tour).execute()
    await queueTourEmail(app, db, tour, tourBookedEmail(tour, buildTourLink(app, tour)))
    await recordEvent(db, 'tour_new', tour.id, app.now())
    await recordTourAuditEntry(app, db, CUSTOMER, tour, {
      action: 'tour_booked',
      after: { location: slot.location_id, day: slot.day, time: slot.time },
    })
    return succeed(toBookedTour(app, tour))
  })
  return outcome.ok ? outcome : ((await findBookedTour(app, request)) ?? outcome)
}

async function isKeyUsed(db: Queries, { key }: IdempotentRequest): Promise<boolean> {
  const used = await db.selectFrom('tours').select('id').where('idempotency_key', '=', key).executeTakeFirst()
  return used !== undefined
}

/** With the first secret, so that a repeated request does not return the one that replaced it. */
const toBookedTour = (app: App, tour: Tour): BookedTour => ({
  tourId: tour.id,
  secret: getTourSecret(app, { id: tour.id, secret_version: 0 }),
  locationId: tour.location_id,
  date: tour.day,
  time: tour.time,
})
