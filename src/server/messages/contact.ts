import { createHash } from 'node:crypto'
import type { sendContactMessage } from '#contract/contact.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { toSearchText } from '#domain/booking.ts'
import { DAY_MS, kathmanduDate } from '#domain/calendar.ts'
import { MESSAGE_RETENTION_DAYS, type Message, readMessage } from '#domain/message.ts'
import type { App } from '../app.ts'
import { getBrand } from '../catalogue.ts'
import { instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { contactMessageEmail } from './emails.ts'

/** A message that can be kept, or the sentence of every wrong field. */
export function validateMessage(input: Input<typeof sendContactMessage>): Outcome<Message> {
  const { message, wrong } = readMessage({ ...input, phone: input.phone ?? '', location: input.location ?? '' })
  if (wrong.length === 0) return succeed(message)
  return fail('invalid', { fields: Object.fromEntries(wrong.map((field) => [field, CONTACT_FORM_MESSAGES[field]])) })
}

/**
 * Keeps a message and notes the mail that brings it to the business, once: the same words of the same writer on one
 * day are a button pressed twice. The writer is sent nothing, so that nobody can have us write to strangers.
 */
export async function saveMessage(app: App, message: Message): Promise<Outcome<Output<typeof sendContactMessage>>> {
  const id = crypto.randomUUID()
  const outcome = await app.db.write<Output<typeof sendContactMessage>>(async (db) => {
    const kept = await db
      .insertInto('messages')
      .values({
        id,
        digest: createHash('sha256')
          .update(JSON.stringify([message, kathmanduDate(app.now())]))
          .digest('base64url'),
        name: message.name,
        email: message.email,
        phone: message.phone ?? null,
        location_id: message.locationId ?? null,
        body: message.text,
        created_at: instant(app.now()),
        handled_at: null,
        search: toSearchText(message.name, message.email, message.text),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return succeed({})
    const location = app.catalogue.locations.find(({ id }) => id === message.locationId)
    await queueEmail(db, contactMessageEmail(message, getBrand().email, location?.name), app.now())
    await recordEvent(db, 'message_new', id, app.now())
    return succeed({})
  })
  app.notifier.notify()
  return outcome
}

export async function deleteOldMessages(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('messages')
      .where('created_at', '<', instant(app.now() - MESSAGE_RETENTION_DAYS * DAY_MS))
      .execute()
    return succeed(undefined)
  })
}
