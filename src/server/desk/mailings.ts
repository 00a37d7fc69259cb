import type { previewMailing, sendMailing, undoMailing } from '#contract/admin/mailings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getMailingMessages, INVALID_DATE, MAILING_DAY_PASSED } from '#contract/validation-messages.ts'
import { addDays, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { type BookableLocation, parseLocationId } from '#domain/location.ts'
import { MAILING_UNDO_MS, readMailing } from '#domain/mailing.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Mailing } from '../db/schema.ts'
import { renderText } from '../mail/layout.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { consumeShared, restoreShared } from '../throttle/shared-throttle.ts'
import { mailingEmail } from './mailing-emails.ts'

const NO_RECIPIENTS = 'No one with a confirmed booking on this day has an email address.'
const TOO_LATE = 'The emails are already being sent.'

/** What would be sent, with a link that opens no booking. */
export async function readMailingPreview(app: App, input: Input<typeof previewMailing>): Result<typeof previewMailing> {
  const order = readOrder(app, input)
  if (!order.ok) return order
  const { recipients, withoutEmail } = await readRecipients(app.db.read, order.value)
  const [first] = recipients
  return succeed({
    recipients: recipients.map(getCustomerName).toSorted(),
    withoutEmail,
    text: first ? renderText(mailingEmail(first, new URL('/your-booking', app.env.siteUrl).href, order.value)) : '',
  })
}

/** Queues one email per address, due when it can no longer be undone. A repeated request changes nothing. */
export async function createMailing(
  app: App,
  staff: Staff,
  input: Input<typeof sendMailing>,
  key: string,
): Result<typeof sendMailing> {
  const order = readOrder(app, input)
  if (!order.ok) return order
  const request = toIdempotentRequest(key, ['mailing', staff.id, input])
  return app.db.write(async (db) => {
    const now = app.now()
    const { location, date, subject, body } = order.value
    const repeated = await findRepeated(db, request)
    if (repeated) return repeated
    const allowed = await consumeShared(db, 'mailing', staff.id, now)
    if (!allowed.ok) return allowed
    const { recipients } = await readRecipients(db, order.value)
    if (recipients.length === 0) return fail('unavailable', { message: NO_RECIPIENTS })
    const mailing: Mailing = {
      id: crypto.randomUUID(),
      idempotency_key: request.key,
      body_hash: request.bodyHash,
      location_id: location.id,
      day: date,
      subject,
      body,
      recipients: recipients.length,
      staff_id: staff.id,
      created_at: instant(now),
      undone_at: null,
    }
    const inserted = await db
      .insertInto('mailings')
      .values(mailing)
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same request was made at the same time.
    if (!inserted) throw new Conflict()
    for (const booking of recipients)
      await queueEmail(db, mailingEmail(booking, buildBookingLink(app, booking), order.value), now, {
        mailingId: mailing.id,
        dueAt: now + MAILING_UNDO_MS,
      })
    await recordMailing(db, staff, 'mailing_sent', mailing, location.name, now)
    return succeed(toSent(mailing))
  })
}

/** Withdraws all emails of a mailing, or none. */
export async function withdrawMailing(app: App, staff: Staff, id: string): Result<typeof undoMailing> {
  return app.db.write(async (db) => {
    const now = app.now()
    // Locks the row until the end of the transaction.
    const mailing = await db
      .updateTable('mailings')
      .set((row) => ({ subject: row.ref('subject') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!mailing) return fail('not_found')
    if (mailing.undone_at !== null) return succeed({ undone: true })
    if (now >= getUndoEnd(mailing)) return fail('wrong_state', { message: TOO_LATE })
    const deleted = await db
      .deleteFrom('emails')
      .where('mailing_id', '=', id)
      .where('attempts', '=', 0)
      .returning('id')
      .execute()
    if (deleted.length < mailing.recipients) return fail('wrong_state', { message: TOO_LATE })
    await db
      .updateTable('mailings')
      .set({ undone_at: instant(now) })
      .where('id', '=', id)
      .execute()
    await restoreShared(db, 'mailing', mailing.staff_id)
    const location = app.catalogue.locations.find((known) => known.id === mailing.location_id)
    await recordMailing(db, staff, 'mailing_undone', mailing, location?.name ?? mailing.location_id, now)
    return succeed({ undone: true })
  })
}

interface MailingOrder {
  location: BookableLocation
  date: IsoDate
  subject: string
  body: string
}

function readOrder(app: App, input: Input<typeof sendMailing>): Outcome<MailingOrder> {
  const location = app.catalogue.locations.find(({ id }) => id === parseLocationId(input.locationId))
  if (!location) return fail('not_found')
  const date = parseIsoDate(input.date)
  const { text, invalid } = readMailing(input)
  const fields = {
    ...(!date && { date: INVALID_DATE }),
    ...(date && date < kathmanduDate(app.now()) && { date: MAILING_DAY_PASSED }),
    ...getMailingMessages(invalid),
  }
  if (!date || Object.keys(fields).length > 0) return fail('invalid', { fields })
  return succeed({ location, date, ...text })
}

/** Those who come: one booking for each address, and the names of those without an address. */
async function readRecipients(
  db: Queries,
  { location, date }: MailingOrder,
): Promise<{ recipients: Booking[]; withoutEmail: string[] }> {
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where('location_id', '=', location.id)
    .where('end_date', '>=', date)
    // No booking covers more days, so the index on location and end date bounds the search.
    .where('end_date', '<', addDays(date, MAX_DAYS_COVERED))
    .where('start_date', '<=', date)
    .where('state', '=', 'confirmed')
    .orderBy('id')
    .execute()
  const byEmail = Map.groupBy(bookings, ({ email }) => email.toLowerCase())
  const withoutEmail = byEmail.get('') ?? []
  byEmail.delete('')
  return {
    recipients: [...byEmail.values()].flatMap((own) => own.slice(0, 1)),
    withoutEmail: withoutEmail.map(getCustomerName).toSorted(),
  }
}

async function findRepeated(
  db: Queries,
  { key, bodyHash }: IdempotentRequest,
): Promise<Outcome<ReturnType<typeof toSent>> | undefined> {
  const mailing = await db.selectFrom('mailings').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
  if (!mailing) return undefined
  return mailing.body_hash === bodyHash ? succeed(toSent(mailing)) : fail('idempotency_mismatch')
}

const getUndoEnd = ({ created_at }: Mailing): number => Date.parse(created_at) + MAILING_UNDO_MS

const toSent = (mailing: Mailing) => ({
  mailingId: mailing.id,
  recipients: mailing.recipients,
  undoUntil: instant(getUndoEnd(mailing)),
  undone: mailing.undone_at !== null,
})

const recordMailing = (
  db: Queries,
  by: Staff,
  action: 'mailing_sent' | 'mailing_undone',
  { id, day, subject, recipients }: Mailing,
  label: string,
  now: number,
) =>
  recordAuditEntry(
    db,
    { by, action, subject: 'mailing', subjectId: id, label, after: { date: day, subject, recipients } },
    now,
  )
