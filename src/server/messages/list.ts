import { type Selectable, sql } from 'kysely'
import type { listMessages, MessageRow, markMessage } from '#contract/admin/messages.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import { instant } from '../db/instant.ts'
import { parsePaging, readPage } from '../db/paging.ts'
import type { Tables } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

export async function readMessages(
  app: App,
  { q = '', state, cursor, limit }: Input<typeof listMessages>,
): Result<typeof listMessages> {
  const paging = parsePaging({ cursor, limit })
  if (!paging.ok) return paging
  const { after } = paging.value
  let query = app.db.read.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (state) query = query.where('handled_at', state === 'open' ? 'is' : 'is not', null)
  if (q) query = query.where(matchesSearch(q))
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
  const { page, next, total } = await readPage(app.db.read, query, paging.value, ({ created_at, id }) => [
    created_at,
    id,
  ])
  return succeed({
    items: page.map((message) => toMessageRow(app, message)),
    next,
    ...total,
    ...(await countMessages(app)),
  })
}

export async function countMessages({ db }: Pick<App, 'db'>): Promise<{ open: number; subscribers: number }> {
  const count = sql<number>`count(*)`.as('count')
  const open = await db.read.selectFrom('messages').select(count).where('handled_at', 'is', null).executeTakeFirst()
  const subscribers = await db.read.selectFrom('subscribers').select(count).executeTakeFirst()
  return { open: open?.count ?? 0, subscribers: subscribers?.count ?? 0 }
}

export async function readMessageRows(app: App, ids: readonly string[]): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map()
  const found = await app.db.read.selectFrom('messages').selectAll().where('id', 'in', ids).execute()
  return new Map(found.map((message) => [message.id, toMessageRow(app, message)]))
}

/** Repeating a status changes nothing. */
export async function setMessageStatus(
  app: App,
  staff: Staff,
  id: string,
  { done }: Input<typeof markMessage>,
): Promise<Outcome<MessageRow>> {
  const now = app.now()
  return writeAndNotify(app, async (db) => {
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
      return succeed(toMessageRow(app, marked))
    }
    const message = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
    return message ? succeed(toMessageRow(app, message)) : fail('not_found')
  })
}

const toMessageRow = ({ catalogue }: App, message: Selectable<Tables['messages']>): MessageRow => ({
  messageId: message.id,
  name: message.name,
  email: message.email,
  phone: message.phone,
  locationName: message.location_id && findName(catalogue.locations, message.location_id),
  text: message.body,
  createdAt: message.created_at,
  doneAt: message.handled_at,
})
