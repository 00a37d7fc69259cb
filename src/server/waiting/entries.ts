import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import type { confirmWaiting, joinWaitingList, leaveWaitingList } from '#contract/waiting.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { OPEN_WAITING_STATES } from '#domain/waiting-list.ts'
import type { App, Result } from '../app.ts'
import { removeClaims } from '../bookings/claims.ts'
import { Conflict, type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockWaitingEntry } from '../db/row-locks.ts'
import type { WaitingEntry } from '../db/schema.ts'
import type { EmailContent } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { deriveWaitingToken, matchesSecret } from '../secrets.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'
import { alreadyWaitingEmail, seatOfferEmail, waitingConfirmationEmail } from './emails.ts'
import type { NewEntry } from './input.ts'
import { buildOfferLink, buildWaitingLink } from './links.ts'

/** Always sends an email, so that neither the response nor its time depends on a known address. */
export async function joinWaiting(app: App, entry: NewEntry): Result<typeof joinWaitingList> {
  return app.db.write(async (db) => {
    const now = app.now()
    const allowed = await consumeShared(db, 'waitingEmailTo', entry.email, now)
    if (!allowed.ok) return allowed
    const { locationId: location_id, planId: plan_id, day, ...contact } = entry
    await db
      .insertInto('waiting_entries')
      .values({
        ...{ id: crypto.randomUUID(), ...contact, location_id, plan_id, day },
        ...{ state: 'unconfirmed', created_at: instant(now), confirmed_at: null, changed_at: instant(now) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const stored = await db
      .selectFrom('waiting_entries')
      .selectAll()
      .where('email', '=', entry.email)
      .where('location_id', '=', location_id)
      .where('plan_id', plan_id === null ? 'is' : '=', plan_id)
      .where('day', day === null ? 'is' : '=', day)
      .where('state', 'in', OPEN_WAITING_STATES)
      // The entry ended in between.
      .executeTakeFirstOrThrow(() => new Conflict())
    await queueEmail(db, await buildJoinEmail(app, db, stored), now)
    return succeed({})
  })
}

/** An open offer is sent again: the visitor may not have its email. */
async function buildJoinEmail(app: App, db: Queries, entry: WaitingEntry): Promise<EmailContent> {
  const leave = buildWaitingLink(app, 'leave', entry)
  if (entry.state === 'unconfirmed')
    return waitingConfirmationEmail(entry, buildWaitingLink(app, 'confirm', entry), leave)
  const offer = await db
    .selectFrom('seat_offers')
    .selectAll()
    .where('entry_id', '=', entry.id)
    .where('state', '=', 'open')
    .where('expires_at', '>', instant(app.now()))
    .executeTakeFirst()
  if (!offer) return alreadyWaitingEmail(entry, leave)
  const { id, location_id: locationId, day } = offer
  const links = { offer: buildOfferLink(app, { id, locationId, day }), leave }
  return seatOfferEmail({ ...entry, day }, links, Date.parse(offer.expires_at))
}

type Link = Input<typeof confirmWaiting>

/** Opening the link again changes nothing. */
export async function confirmWaitingEntry(app: App, { entry: id, token }: Link): Result<typeof confirmWaiting> {
  if (!matchesSecret(token, deriveWaitingToken(app.bookingKey, 'confirm', id))) return fail('not_found')
  return app.db.write(async (db) => {
    const now = instant(app.now())
    const entry = await lockWaitingEntry(db, id)
    if (entry?.state === 'waiting' || entry?.state === 'offered') return succeed({})
    const isPast = entry?.day != null && entry.day < kathmanduDate(app.now())
    if (entry?.state !== 'unconfirmed' || isPast) return fail('not_found')
    await db
      .updateTable('waiting_entries')
      .set({ state: 'waiting', confirmed_at: now, changed_at: now })
      .where('id', '=', id)
      .execute()
    return succeed({})
  })
}

/** Opening the link again changes nothing. */
export async function leaveWaiting(app: App, { entry: id, token }: Link): Result<typeof leaveWaitingList> {
  if (!matchesSecret(token, deriveWaitingToken(app.bookingKey, 'leave', id))) return fail('not_found')
  await runTransaction(app.db, (db) => endEntry(app, db, id))
  return succeed({})
}

/** Releases the seat that the entry was offered. Returns undefined if the entry has ended. */
export async function endEntry(app: App, db: Queries, id: string): Promise<WaitingEntry | undefined> {
  const ended = await db
    .updateTable('waiting_entries')
    .set({ state: 'removed', changed_at: instant(app.now()) })
    .where('id', '=', id)
    .where('state', 'in', OPEN_WAITING_STATES)
    .returningAll()
    .executeTakeFirst()
  if (!ended) return undefined
  const offer = await db
    .updateTable('seat_offers')
    .set({ state: 'expired' })
    .where('entry_id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (offer) await removeClaims(app, db, [{ kind: 'offer', subjectId: offer.id }])
  return ended
}
