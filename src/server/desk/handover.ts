import type { Handover, saveHandover as saveContract } from '#contract/admin/handover.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { formatStaffName, isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { HandoverNote } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import type { TillDay } from '../till/movements.ts'

export const saveHandover = (app: App, staff: Staff, input: Input<typeof saveContract>): Result<typeof saveContract> =>
  app.db.write(async (db) => {
    const locationId = parseLocationId(input.locationId)
    if (!locationId || !isAssignedTo(staff.workplaces, locationId)) return fail('not_found')
    const date = parseIsoDate(input.date)
    if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
    const { body, version } = input
    const before = await lockNote(db, { locationId, date })
    if ((before?.version ?? 0) !== version) return fail('changed_meanwhile')
    await storeNote(db, {
      ...{ location_id: locationId, day: date, body, version: version + 1 },
      ...{ staff_id: staff.id, updated_at: instant(app.now()) },
    })
    // Without its text, which can name customers: the log is stored longer.
    await recordAuditEntry(
      db,
      {
        by: staff,
        action: 'handover_changed',
        subject: 'handover',
        subjectId: `${locationId}/${date}`,
        label: findName(app.catalogue.locations, locationId),
      },
      app.now(),
    )
    return succeed(await readHandover(db, { locationId, date }))
  })

export async function readHandover(db: Queries, { locationId, date }: TillDay): Promise<Handover> {
  const notes = await db
    .selectFrom('handover_notes')
    .innerJoin('staff', 'staff.id', 'handover_notes.staff_id')
    .select(['day', 'body', 'handover_notes.version', 'staff.name', 'staff.email'])
    .where('location_id', '=', locationId)
    .where('day', '<=', date)
    .where(({ eb, or }) => or([eb('day', '=', date), eb('body', '!=', '')]))
    .orderBy('day', 'desc')
    .limit(2)
    .execute()
  const own = notes.find(({ day }) => day === date)
  const earlier = notes.find(({ day }) => day < date)
  // An empty note of the day hides the earlier one.
  const isShown = earlier !== undefined && own === undefined
  return {
    body: own?.body ?? '',
    version: own?.version ?? 0,
    by: own ? formatStaffName(own.name, own.email) : null,
    earlier: isShown
      ? { date: earlier.day, body: earlier.body, by: formatStaffName(earlier.name, earlier.email) }
      : null,
  }
}

const lockNote = (db: Queries, { locationId, date }: TillDay) =>
  db
    .updateTable('handover_notes')
    .set((row) => ({ version: row.ref('version') }))
    .where('location_id', '=', locationId)
    .where('day', '=', date)
    .returning(['version', 'body'])
    .executeTakeFirst()

/** Replaces the version before. */
async function storeNote(db: Queries, note: HandoverNote): Promise<void> {
  await db
    .insertInto('handover_notes')
    .values(note)
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'day'])
        .doUpdateSet(note)
        .where('handover_notes.version', '=', note.version - 1),
    )
    .returning('version')
    .executeTakeFirstOrThrow(() => new Conflict())
}
