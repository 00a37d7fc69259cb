import { createHash } from 'node:crypto'
import type { sendContactMessage } from '#contract/contact.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONTACT_FORM_MESSAGES, NAME_HAS_LINK } from '#contract/validation-messages.ts'
import { toSearchText } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { hasLink } from '#domain/contact.ts'
import { type Message, readMessage } from '#domain/message.ts'
import type { App, Result } from '../app.ts'
import { getBrand } from '../catalogue.ts'
import { instant } from '../db/instant.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { contactMessageEmail } from './emails.ts'

export function validateMessage(input: Input<typeof sendContactMessage>): Outcome<Message> {
  const { message, invalid } = readMessage({ ...input, phone: input.phone ?? '', location: input.location ?? '' })
  if (invalid.length === 0) return succeed(message)
  const fields = Object.fromEntries(invalid.map((field) => [field, CONTACT_FORM_MESSAGES[field]]))
  return fail('invalid', { fields: { ...fields, ...(hasLink(message.name) && { name: NAME_HAS_LINK }) } })
}

/** Stores a message once a day and emails it to the business, not to its sender: the form must not send spam. */
export async function saveMessage(app: App, message: Message): Result<typeof sendContactMessage> {
  const id = crypto.randomUUID()
  return writeAndNotify(app, async (db) => {
    const inserted = await db
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
        search: toSearchText(message.name, message.email, message.text),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return succeed({})
    const location = app.catalogue.locations.find(({ id }) => id === message.locationId)
    await queueEmail(db, contactMessageEmail(message, getBrand().email, location?.name), app.now())
    await recordEvent(db, 'message_new', id, app.now())
    return succeed({})
  })
}
