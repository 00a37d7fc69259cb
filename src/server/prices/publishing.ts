import type { Publishing } from '#contract/admin/publishing.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { hasNetChange } from '#domain/price-list.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { runTransaction } from '../db/database.ts'
import { throttleShared } from '../throttle/shared-throttle.ts'
import { parseChanges } from './revisions.ts'

const PAGES_SUBJECT_ID = 'pages'

/** The last builds are read from the audit log. */
export async function readPublishing(app: App): Promise<Outcome<Publishing>> {
  const entries = await app.db.read
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['actor', 'staff.name', 'after', 'audit.created_at as at'])
    .where('subject', '=', 'site')
    .where('subject_id', '=', PAGES_SUBJECT_ID)
    .orderBy('position', 'desc')
    .limit(10)
    .execute()
  const builds = entries.map(({ actor, name, after, at }) => ({
    by: actor && formatStaffName(name, actor),
    at,
    status: after ? (JSON.parse(after).status ?? null) : null,
  }))
  const lastAccepted = builds.find(({ status }) => isAccepted(status))
  let prices = app.db.read.selectFrom('price_revisions').select('changes').orderBy('version')
  let closures = app.db.read.selectFrom('closure_revisions').select('version').limit(1)
  let seats = app.db.read
    .selectFrom('location_seats')
    .select('seats')
    .where('from_day', '<=', kathmanduDate(app.now()))
    .limit(1)
  if (lastAccepted) {
    const { at } = lastAccepted
    seats = seats.where((row) =>
      row.or([row('created_at', '>', at), row('from_day', '>', kathmanduDate(Date.parse(at)))]),
    )
    prices = prices.where('created_at', '>', lastAccepted.at)
    closures = closures.where('created_at', '>', lastAccepted.at)
  }
  return succeed({
    available: app.deployHook !== undefined,
    last: builds[0] ?? null,
    hasUnpublishedPrices: hasNetChange((await prices.execute()).flatMap(parseChanges)),
    hasUnpublishedClosures: (await closures.execute()).length > 0,
    hasUnpublishedSeats: (await seats.execute()).length > 0,
  })
}

/** Requests one build and records it with its status. */
export async function publish(app: App, by: Actor): Promise<Outcome<Publishing>> {
  if (!app.deployHook) return fail('no_deploy_hook')
  const admitted = await throttleShared(app, 'publish', by.id)
  if (!admitted.ok) return admitted
  const requestedAt = app.now()
  const status = await app.deployHook()
  const entry = { action: 'site_published', subject: 'site', subjectId: PAGES_SUBJECT_ID, after: { status } } as const
  await runTransaction(app.db, (db) => recordAuditEntry(db, { by, ...entry }, requestedAt))
  return isAccepted(status) ? readPublishing(app) : fail('deploy_hook_failed')
}

const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300
