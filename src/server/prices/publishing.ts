import type { Publishing } from '#contract/admin/publishing.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { hasNetChange } from '#domain/price-list.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { throttleShared } from '../throttle/shared-throttle.ts'
import { parseChanges } from './revisions.ts'

const PAGES_SUBJECT_ID = 'pages'

/** Whether the pages can be had built anew, and what came of it the last time: the audit knows. */
export async function readPublishing(app: App): Promise<Outcome<Publishing>> {
  const orders = await app.db.read
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['actor', 'staff.name', 'after', 'audit.created_at'])
    .where('subject', '=', 'site')
    .where('subject_id', '=', PAGES_SUBJECT_ID)
    .orderBy('position', 'desc')
    .limit(10)
    .execute()
  const told = orders.map(({ actor, name, after, created_at }) => ({
    by: actor && formatStaffName(name, actor),
    at: created_at,
    status: parseStatus(after),
  }))
  const taken = told.find(({ status }) => isAccepted(status))
  let newer = app.db.read.selectFrom('price_revisions').select('changes').orderBy('version')
  if (taken) newer = newer.where('created_at', '>', taken.at)
  const behind = hasNetChange((await newer.execute()).flatMap(parseChanges))
  return succeed({ available: app.deployHook !== undefined, last: told[0] ?? null, behind })
}

/** Orders one build. The order is written down with what was answered, whatever it was. */
export async function publish(app: App, by: Actor): Promise<Outcome<Publishing>> {
  if (!app.deployHook) return fail('no_deploy_hook')
  const admitted = await throttleShared(app, 'publish', by.id)
  if (!admitted.ok) return admitted
  const asked = app.now()
  const status = await app.deployHook()
  await app.db.write(async (db) => {
    await recordAuditEntry(
      db,
      { by, action: 'site_published', subject: 'site', subjectId: PAGES_SUBJECT_ID, after: { status } },
      asked,
    )
    return succeed(undefined)
  })
  return isAccepted(status) ? readPublishing(app) : fail('deploy_hook_failed')
}

const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

const parseStatus = (after: string | null): number | null => (after ? (JSON.parse(after).status ?? null) : null)
