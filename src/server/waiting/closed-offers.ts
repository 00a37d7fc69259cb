import type { LocationDays } from '#domain/closure-list.ts'
import type { App } from '../app.ts'
import { removeClaims } from '../bookings/claims.ts'
import { readClosedReason } from '../closures/current.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockWaitingEntry } from '../db/row-locks.ts'
import type { SeatOffer } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { closedOfferEmail } from './emails.ts'
import { buildWaitingLink } from './links.ts'

/** Locks the entries of the open offers on these days, before the days are locked. Returns their ids. */
export async function lockOfferedEntries(db: Queries, closed: readonly LocationDays[]): Promise<Set<string>> {
  const entries = (await readOpenOffers(db, closed)).map(({ entry_id }) => entry_id).toSorted()
  for (const id of entries) await lockWaitingEntry(db, id)
  return new Set(entries)
}

/**
 * Ends the offers of days that are closed now, and emails the visitors, who wait for the day again. The caller has locked
 * `entries` and the days.
 */
export async function endOffersOnClosedDays(
  app: App,
  db: Queries,
  closed: readonly LocationDays[],
  entries: ReadonlySet<string>,
): Promise<void> {
  const now = app.now()
  for (const { id, entry_id, location_id, day } of await readOpenOffers(db, closed)) {
    // Offered after the entries were locked.
    if (!entries.has(entry_id)) throw new Conflict()
    await db.updateTable('seat_offers').set({ state: 'expired' }).where('id', '=', id).execute()
    await removeClaims(app, db, [{ kind: 'offer', subjectId: id }])
    const entry = await db
      .updateTable('waiting_entries')
      .set({ state: 'waiting', changed_at: instant(now) })
      .where('id', '=', entry_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const reason = (await readClosedReason(db, location_id, day)) ?? ''
    const leave = buildWaitingLink(app, 'leave', entry)
    await queueEmail(db, closedOfferEmail({ ...entry, day }, reason, { site: app.env.siteUrl, leave }), now)
  }
}

async function readOpenOffers(db: Queries, closed: readonly LocationDays[]): Promise<SeatOffer[]> {
  const offers = await db.selectFrom('seat_offers').selectAll().where('state', '=', 'open').execute()
  return offers.filter((offer) =>
    closed.some(({ locationId, days }) => locationId === offer.location_id && days.includes(offer.day)),
  )
}
