import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import type { confirmWaiting, joinWaitingList, leaveWaitingList } from '#contract/waiting.ts'
import { isEmail, normalisePhone } from '#domain/contact.ts'
import { parseLocationId } from '#domain/location.ts'
import { parsePlanId } from '#domain/plan.ts'
import { isBookable, OPEN_WAITING_STATES, type WaitingSubject } from '#domain/waiting-list.ts'
import type { App, Result } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant, type WaitingEntry } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { deriveWaitingToken, matchesSecret } from '../secrets.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'
import { alreadyWaitingEmail, waitingConfirmationEmail } from './emails.ts'
import { buildWaitingLink } from './links.ts'

interface NewEntry extends WaitingSubject {
  email: string
  phone: string
}

export function validateWaiting(app: App, input: Input<typeof joinWaitingList>): Outcome<NewEntry> {
  const email = input.email.trim().toLowerCase()
  const phone = input.phone?.trim() ? normalisePhone(input.phone) : ''
  const locationId = parseLocationId(input.locationId)
  const planId = input.planId === undefined ? null : parsePlanId(input.planId)
  const fields = {
    ...(!isEmail(email) && { email: CONTACT_FORM_MESSAGES.email }),
    ...(phone === undefined && { phone: CONTACT_FORM_MESSAGES.phone }),
    ...(!locationId && { locationId: CONTACT_FORM_MESSAGES.location }),
    ...(planId === undefined && { planId: CONTACT_FORM_MESSAGES.location }),
  }
  if (Object.keys(fields).length > 0 || phone === undefined || !locationId || planId === undefined)
    return fail('invalid', { fields })
  if (isBookable(app.catalogue, { locationId, planId }))
    return fail('unavailable', { message: 'This can be booked now, so there is no waiting list.' })
  return succeed({ email, phone, locationId, planId })
}

/** Always sends an email, so that neither the response nor its time depends on a known address. */
export async function joinWaiting(app: App, entry: NewEntry): Result<typeof joinWaitingList> {
  return app.db.write(async (db) => {
    const now = app.now()
    const allowed = await consumeShared(db, 'waitingEmailTo', entry.email, now)
    if (!allowed.ok) return allowed
    const { locationId: location_id, planId: plan_id, ...contact } = entry
    await db
      .insertInto('waiting_entries')
      .values({
        ...{ id: crypto.randomUUID(), ...contact, location_id, plan_id, day: null },
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
      .where('state', 'in', OPEN_WAITING_STATES)
      .executeTakeFirstOrThrow()
    const leaveLink = buildWaitingLink(app, 'leave', stored.id)
    const email =
      stored.state === 'unconfirmed'
        ? waitingConfirmationEmail(stored, buildWaitingLink(app, 'confirm', stored.id), leaveLink)
        : alreadyWaitingEmail(stored, leaveLink)
    await queueEmail(db, email, now)
    return succeed({})
  })
}

type Link = Input<typeof confirmWaiting>

/** Opening the link again changes nothing. */
export async function confirmWaitingEntry(app: App, { entry: id, token }: Link): Result<typeof confirmWaiting> {
  if (!matchesSecret(token, deriveWaitingToken(app.bookingKey, 'confirm', id))) return fail('not_found')
  return app.db.write(async (db) => {
    const now = instant(app.now())
    const entry = await lockEntry(db, id)
    if (entry?.state === 'waiting') return succeed({})
    if (entry?.state !== 'unconfirmed') return fail('not_found')
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
  await runTransaction(app.db, (db) => removeEntry(app, db, id))
  return succeed({})
}

/** Returns undefined if the entry has ended. */
export const removeEntry = (app: App, db: Queries, id: string): Promise<WaitingEntry | undefined> =>
  db
    .updateTable('waiting_entries')
    .set({ state: 'removed', changed_at: instant(app.now()) })
    .where('id', '=', id)
    .where('state', 'in', OPEN_WAITING_STATES)
    .returningAll()
    .executeTakeFirst()

/** An update that changes nothing locks the row until the transaction ends. */
export const lockEntry = (db: Queries, id: string): Promise<WaitingEntry | undefined> =>
  db
    .updateTable('waiting_entries')
    .set((row) => ({ changed_at: row.ref('changed_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
