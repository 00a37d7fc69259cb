import { sql } from 'kysely'
import type { listMessages, MessageRow, markMessage } from '#contract/admin/messages.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { countTotal, paginate, parsePaging } from '../db/paging.ts'
import { instant, type Tables } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

/** What people wrote, newest first. */
export async function readMessages(
  app: App,
  { q = '', state, ...wanted }: Input<typeof listMessages>,
): Promise<Outcome<Output<typeof listMessages>>> {
  const paging = parsePaging(wanted)
  if (!paging.ok) return paging
  const { size, after } = paging.value
  let query = app.db.read.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (state) query = query.where('handled_at', state === 'open' ? 'is' : 'is not', null)
  if (q) query = query.where(matchesSearch(q))
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
  const { page, next } = paginate(await query.limit(size + 1).execute(), size, ({ created_at, id }) => [created_at, id])
  const total = await countTotal(app.db.read, query, { after, next, rows: page.length })
  return succeed({
    items: page.map((message) => toMessageRow(app, message)),
    next,
    ...total,
    ...(await countMessages(app)),
  })
}

async function countMessages({ db }: App): Promise<{ open: number; subscribers: number }> {
  const count = sql<number>`count(*)`.as('count')
  const open = await db.read.selectFrom('messages').select(count).where('handled_at', 'is', null).executeTakeFirst()
  const subscribers = await db.read.selectFrom('subscribers').select(count).executeTakeFirst()
  return { open: open?.count ?? 0, subscribers: subscribers?.count ?? 0 }
}

/** Some messages by their ids, as they are now. */
export async function readMessageRows(app: App, ids: readonly string[]): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map()
  const found = await app.db.read.selectFrom('messages').selectAll().where('id', 'in', ids).execute()
  return new Map(found.map((message) => [message.id, toMessageRow(app, message)]))
}

/** Two who are done with it at the same moment are done once. */
export async function setMessageStatus(
  app: App,
  staff: Staff,
  id: string,
  { done }: Input<typeof markMessage>,
): Promise<Outcome<MessageRow>> {
  const now = app.now()
  const outcome = await app.db.write<Tables['messages']>(async (db) => {
    const marked = await db
      .updateTable('messages')
      .set({ handled_at: done ? instant(now) : null })
      .where('id', '=', id)
      .where('handled_at', done ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (marked) {
      const action = done ? 'message_done' : 'message_reopened'
      await recordAuditEntry(db, { by: staff, action, subject: 'message', subjectId: id, label: marked.name }, now)
      await recordEvent(db, 'message_update', id, now)
      return succeed(marked)
    }
    const message = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
    return message ? succeed(message) : fail('not_found')
  })
  if (!outcome.ok) return outcome
  app.notifier.notify()
  return succeed(toMessageRow(app, outcome.value))
}

const toMessageRow = ({ catalogue }: App, message: Tables['messages']): MessageRow => ({
  messageId: message.id,
  name: message.name,
  email: message.email,
  phone: message.phone,
  locationName: catalogue.locations.find(({ id }) => id === message.location_id)?.name ?? message.location_id,
  text: message.body,
  createdAt: message.created_at,
  doneAt: message.handled_at,
})
