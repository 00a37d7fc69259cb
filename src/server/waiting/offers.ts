import { sql } from 'kysely'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { readSeatOffer } from '#contract/waiting.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import type { LocationId } from '#domain/location.ts'
import { countOfferSeats, getOfferEnd } from '#domain/seat-offer.ts'
import type { App, Result } from '../app.ts'
import { addClaim } from '../bookings/claims.ts'
import { countFreeSeats, readMinSeats } from '../bookings/seats.ts'
import { checkFirstDay, readClosedReason, readLocations } from '../closures/current.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockWaitingEntry } from '../db/row-locks.ts'
import { queueEmail } from '../mail/outbox.ts'
import { deriveOfferToken, matchesSecret } from '../secrets.ts'
import { seatOfferEmail } from './emails.ts'
import { endEntry } from './entries.ts'
import { buildOfferLink, buildWaitingLink } from './links.ts'

/** Ends unanswered offers, and offers the free seats of days to those who wait for them, in order. */
export async function offerFreeSeats(app: App): Promise<void> {
  await expireOffers(app)
  const locations = await readLocations(app, app.db.read)
  for (const { location_id: locationId, day } of await readWaitedDays(app)) {
    const location = locations.find(({ id }) => id === locationId)
    if (!location?.available || findClosedReason(location, day) !== undefined) continue
    const expiresAt = getOfferEnd(day, location, app.now(), app.env.sameDayCutoffMinutes)
    if (expiresAt === undefined) continue
    if ((await countFreeSeats(app, { locationId, from: day, to: day })) < 1) continue
    while ((await offerNextSeat(app, locationId, day, expiresAt)).ok);
  }
}

/** An unanswered offer removes the visitor from the list of that day. */
async function expireOffers(app: App): Promise<void> {
  const expired = await app.db.read
    .selectFrom('seat_offers')
    .select('entry_id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', instant(app.now()))
    .execute()
  for (const { entry_id } of expired)
    await runTransaction(app.db, async (db) => {
      await lockWaitingEntry(db, entry_id)
      // It may have been taken since it was read.
      if (await hasExpiredOffer(app, db, entry_id)) await endEntry(app, db, entry_id)
    })
}

const hasExpiredOffer = (app: App, db: Queries, entryId: string) =>
  db
    .selectFrom('seat_offers')
    .select('id')
    .where('entry_id', '=', entryId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', instant(app.now()))
    .executeTakeFirst()

async function readWaitedDays(app: App): Promise<{ location_id: LocationId; day: IsoDate }[]> {
  const days = await app.db.read
    .selectFrom('waiting_entries')
    .select(['location_id', 'day'])
    .distinct()
    .where('state', '=', 'waiting')
    .where('day', '>=', kathmanduDate(app.now()))
    .orderBy('day')
    .orderBy('location_id')
    .execute()
  return days.flatMap(({ location_id, day }) => (day === null ? [] : { location_id, day }))
}

/** Fails when no one waits without another offer, or no seat can be offered. */
async function offerNextSeat(
  app: App,
  locationId: LocationId,
  day: IsoDate,
  expiresAt: number,
): Promise<Outcome<undefined>> {
  // Read first, because this runs every few seconds and most often no one can get an offer.
  const days = { locationId, from: day, to: day }
  const offered = await countOfferedSeats(app.db.read, locationId, day)
  if (offered >= countOfferSeats(await readMinSeats(app, app.db.read, days))) return fail('sold_out')
  if (!(await findFirstInLine(app.db.read, locationId, day))) return fail('not_found')
  return app.db.write(async (db) => {
    const now = app.now()
    const next = await findFirstInLine(db, locationId, day)
    const entry = next && (await lockWaitingEntry(db, next.id))
    // Another process was first, or the visitor left.
    if (entry?.state !== 'waiting') return fail('not_found')
    const id = crypto.randomUUID()
    const offer = await db
      .insertInto('seat_offers')
      .values({
        ...{ id, entry_id: entry.id, email: entry.email, location_id: locationId, day, state: 'open' },
        ...{ booking_id: null, expires_at: instant(expiresAt), created_at: instant(now) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!offer) return fail('already_done')
    const claim = { kind: 'offer', subjectId: id, ...days, seats: 1 } as const
    if (!(await addClaim(app, db, claim))) return fail('sold_out')
    if ((await countOfferedSeats(db, locationId, day)) > countOfferSeats(await readMinSeats(app, db, claim)))
      return fail('sold_out')
    const open = await checkFirstDay(db, locationId, day)
    if (!open.ok) return open
    await db
      .updateTable('waiting_entries')
      .set({ state: 'offered', changed_at: instant(now) })
      .where('id', '=', entry.id)
      .execute()
    const links = {
      offer: buildOfferLink(app, { id, locationId, day }),
      leave: buildWaitingLink(app, 'leave', entry),
    }
    await queueEmail(db, seatOfferEmail({ ...entry, day }, links, expiresAt), now)
    return succeed(undefined)
  })
}

/** Those who have an open offer for another day are passed over. */
const findFirstInLine = (db: Queries, locationId: LocationId, day: IsoDate) =>
  db
    .selectFrom('waiting_entries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where((entry) =>
      entry.not(
        entry.exists(
          entry
            .selectFrom('seat_offers')
            .select('seat_offers.id')
            .whereRef('seat_offers.email', '=', 'waiting_entries.email')
            .where('seat_offers.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('confirmed_at')
    .orderBy('id')
    .executeTakeFirst()

/** Exact for a caller that has claimed a seat of the day, which locks it. */
async function countOfferedSeats(db: Queries, locationId: LocationId, day: IsoDate): Promise<number> {
  const { seats } = await db
    .selectFrom('seat_claims')
    .select(sql<number>`coalesce(sum(seats), 0)`.as('seats'))
    // SQLite uses the index of offers for a literal only.
    .where('kind', '=', sql.lit('offer'))
    .where('location_id', '=', locationId)
    .where('first_day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(seats)
}

/** A wrong token and an unknown id get the same response. */
export async function readOffer(app: App, id: string, token: string): Result<typeof readSeatOffer> {
  const offer = await app.db.read.selectFrom('seat_offers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!matchesSecret(token, deriveOfferToken(app.bookingKey, id)) || !offer) return fail('not_found')
  const isOpen = offer.state === 'open' && offer.expires_at > instant(app.now())
  const isClosed = (await readClosedReason(app.db.read, offer.location_id, offer.day)) !== undefined
  return succeed({
    locationId: offer.location_id,
    date: offer.day,
    expiresAt: offer.expires_at,
    state: offer.state === 'taken' ? 'taken' : isClosed ? 'closed' : isOpen ? 'open' : 'expired',
  })
}
