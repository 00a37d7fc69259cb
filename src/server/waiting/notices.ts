import { fail, succeed } from '#contract/failure.ts'
import { isBookable } from '#domain/waiting-list.ts'
import type { App } from '../app.ts'
import { instant } from '../db/instant.ts'
import { lockWaitingEntry } from '../db/row-locks.ts'
import type { WaitingEntry } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'
import { nowBookableEmail } from './emails.ts'

/** Writes once to everyone who waits for a location or plan that can be booked now, in order and at most 50 an hour. */
export async function notifyWaiting(app: App): Promise<void> {
  for (const { id } of await readBookableEntries(app)) {
    const outcome = await app.db.write(async (db) => {
      const now = app.now()
      const entry = await lockWaitingEntry(db, id)
      const allowed = await consumeShared(db, 'waitingNotice', '', now)
      if (!allowed.ok) return allowed
      // Another process was first, or the visitor left. The failure undoes the count.
      if (entry?.state !== 'waiting') return fail('not_found')
      await db
        .updateTable('waiting_entries')
        .set({ state: 'notified', changed_at: instant(now) })
        .where('id', '=', id)
        .execute()
      await queueEmail(db, nowBookableEmail(entry, app.env.siteUrl), now)
      return succeed(undefined)
    })
    if (!outcome.ok && outcome.failure.code === 'too_many') return
  }
}

async function readBookableEntries(app: App): Promise<Pick<WaitingEntry, 'id'>[]> {
  const waiting = await app.db.read
    .selectFrom('waiting_entries')
    .select(['id', 'location_id', 'plan_id'])
    .where('state', '=', 'waiting')
    .where('day', 'is', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  return waiting.filter((entry) => isBookable(app.catalogue, { locationId: entry.location_id, planId: entry.plan_id }))
}
