import { timingSafeEqual } from 'node:crypto'
import type { confirmEmail, requestEmailConfirmation } from '#contract/bookings.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { holdUntilAfterExtension } from '#domain/booking.ts'
import { EMAIL_CONFIRMATION_HOLD_MS, needsConfirmedEmail } from '#domain/unpaid-holds.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { lockBooking } from '../db/row-locks.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { createSecret } from '../secrets.ts'
import { hashToken } from '../staff/sessions.ts'
import { throttleShared } from '../throttle/shared-throttle.ts'
import { getClosingTime } from './closing-time.ts'
import { addressConfirmationEmail } from './emails.ts'
import { findOwnBooking } from './placement.ts'
import { toSeatClaim } from './seats.ts'
import { isCrowdedByHolds } from './unpaid-transfers.ts'

type Requested = Output<typeof requestEmailConfirmation>

/**
 * Mails a link with a new token; the one before stops working. The first request extends the hold, except on days where
 * holds are not extended.
 */
export async function sendEmailConfirmation(app: App, id: string, secret: string): Promise<Outcome<Requested>> {
  const known = await findOwnBooking(app, app.db.read, id, secret)
  if (!known) return fail('not_found')
  const allowed = await throttleShared(app, 'confirmEmailTo', known.email.toLowerCase())
  return allowed.ok ? app.db.write((db) => queueConfirmation(app, db, id)) : allowed
}

async function queueConfirmation(app: App, db: Queries, id: string): Promise<Outcome<Requested>> {
  const now = app.now()
  const booking = await lockBooking(db, id)
  if (booking?.state !== 'held' || !booking.expires_at || booking.expires_at <= instant(now)) return fail('not_payable')
  const token = createSecret()
  const mail = addressConfirmationEmail(booking, buildConfirmationLink(app, id, token))
  if (booking.email_confirmed_at !== null || (await isRecentlyQueued(db, id, mail, now)))
    return succeed({ email: booking.email, expiresAt: booking.expires_at })
  const isExtended = booking.email_token === null && !(await isCrowdedByHolds(app, db, booking))
  const held = { expiresAt: Date.parse(booking.expires_at), closesAt: getClosingTime(app, booking) }
  const expiresAt = instant((isExtended && holdUntilAfterExtension(held, EMAIL_CONFIRMATION_HOLD_MS)) || held.expiresAt)
  await db
    .updateTable('bookings')
    .set({ email_token: hashToken(token), expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
  await queueEmail(db, mail, now)
  return succeed({ email: booking.email, expiresAt })
}

/** Confirms the address by the token that was mailed last. A wrong token and an unknown id get the same response. */
export async function confirmEmailAddress(
  app: App,
  id: string,
  token: string,
): Promise<Outcome<Output<typeof confirmEmail>>> {
  const booking = await app.db.read
    .selectFrom('bookings')
    .select(['email_token', 'email_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const given = hashToken(token)
  const isRight = timingSafeEqual(Buffer.from(given), Buffer.from(booking?.email_token ?? hashToken('')))
  if (!isRight || !booking?.email_token) return fail('not_found')
  if (booking.email_confirmed_at === null)
    await app.db.write(async (db) => {
      await db
        .updateTable('bookings')
        .set({ email_confirmed_at: instant(app.now()) })
        .where('id', '=', id)
        .where('email_token', '=', given)
        .execute()
      return succeed(undefined)
    })
  return succeed({ confirmed: true })
}

/** Whether the booking's transfer waits for a confirmed email; never for one made by staff. */
export async function isEmailMissing(app: App, db: Queries, booking: BookingTable): Promise<boolean> {
  if (booking.placed_by !== null || booking.email_confirmed_at !== null) return false
  return needsConfirmedEmail({ ...toSeatClaim(booking), ...booking }, await readUnpaidOfNetwork(app, db, booking))
}

/** Unpaid bookings of the same network: holds that still run, and announced transfers without a receipt. */
async function readUnpaidOfNetwork(app: App, db: Queries, { network }: BookingTable) {
  if (network === null) return []
  return db
    .selectFrom('bookings')
    .select(['email', 'phone', 'seats'])
    .where('network', '=', network)
    .where((row) =>
      row.or([
        row('transfer_unpaid', '=', 1),
        row.and([row('state', '=', 'held'), row('expires_at', '>', instant(app.now()))]),
      ]),
    )
    .execute()
}

const buildConfirmationLink = (app: App, id: string, token: string): string =>
  new URL(`/confirm-email#${new URLSearchParams({ booking: id, token })}`, app.env.siteUrl).href
