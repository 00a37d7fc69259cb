import { timingSafeEqual } from 'node:crypto'
import type { confirmEmail, requestEmailConfirmation } from '#contract/bookings.ts'
import { fail, succeed } from '#contract/failure.ts'
import { holdUntilAfterExtension } from '#domain/booking.ts'
import { EMAIL_CONFIRMATION_HOLD_MS, needsConfirmedEmail } from '#domain/unpaid-holds.ts'
import type { App, Result } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking } from '../db/schema.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { createSecret } from '../secrets.ts'
import { hashToken } from '../staff/sessions.ts'
import { throttleShared } from '../throttle/shared-throttle.ts'
import { findOwnBooking } from './access.ts'
import { toSeatClaim } from './claims.ts'
import { getClosingTime } from './closing-time.ts'
import { addressConfirmationEmail } from './payment-emails.ts'
import { isCrowdedByHolds } from './unpaid-transfers.ts'

/** Emails a link with a new token. The first request extends the hold, unless holds are crowded. */
export async function sendEmailConfirmation(
  app: App,
  id: string,
  secret: string,
): Result<typeof requestEmailConfirmation> {
  const own = await findOwnBooking(app, app.db.read, id, secret)
  if (!own) return fail('not_found')
  const admitted = await throttleShared(app, 'confirmEmailTo', own.email.toLowerCase())
  if (!admitted.ok) return admitted
  return app.db.write(async (db) => {
    const now = app.now()
    const booking = await lockBooking(db, id)
    if (booking?.state !== 'held' || !booking.expires_at || booking.expires_at <= instant(now))
      return fail('not_payable')
    const token = createSecret()
    const email = addressConfirmationEmail(booking, buildConfirmationLink(app, id, token))
    if (booking.email_confirmed_at !== null || (await isRecentlyQueued(db, id, email, now)))
      return succeed({ email: booking.email, expiresAt: booking.expires_at })
    const isExtended = booking.email_token === null && !(await isCrowdedByHolds(app, db, booking))
    const held = { expiresAt: Date.parse(booking.expires_at), closesAt: getClosingTime(app, booking) }
    const until = isExtended ? holdUntilAfterExtension(held, EMAIL_CONFIRMATION_HOLD_MS) : undefined
    const expiresAt = instant(until ?? held.expiresAt)
    await db
      .updateTable('bookings')
      .set({ email_token: hashToken(token), expires_at: expiresAt })
      .where('id', '=', id)
      .execute()
    await queueEmail(db, email, now)
    return succeed({ email: booking.email, expiresAt })
  })
}

/** A wrong token and an unknown id get the same response. */
export async function confirmEmailAddress(app: App, id: string, token: string): Result<typeof confirmEmail> {
  const booking = await app.db.read
    .selectFrom('bookings')
    .select(['email_token', 'email_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const tokenHash = hashToken(token)
  const matches = timingSafeEqual(Buffer.from(tokenHash), Buffer.from(booking?.email_token ?? hashToken('')))
  if (!matches || !booking?.email_token) return fail('not_found')
  if (booking.email_confirmed_at === null)
    await runTransaction(app.db, (db) =>
      db
        .updateTable('bookings')
        .set({ email_confirmed_at: instant(app.now()) })
        .where('id', '=', id)
        .where('email_token', '=', tokenHash)
        .execute(),
    )
  return succeed({ confirmed: true })
}

/** Whether the transfer needs a confirmed email; never for a booking made by staff. */
export async function isEmailMissing(app: App, db: Queries, booking: Booking): Promise<boolean> {
  if (booking.placed_by !== null || booking.email_confirmed_at !== null) return false
  return needsConfirmedEmail({ ...toSeatClaim(booking), ...booking }, await readUnpaidOfNetwork(app, db, booking))
}

/** Unpaid bookings of one network: running holds and announced transfers without a receipt. */
async function readUnpaidOfNetwork(app: App, db: Queries, { network }: Booking) {
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
