import { type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { type Columns, formatKathmanduTime, streamCsv } from '../csv/exports.ts'
import { type Sheet, writeWorkbook } from '../csv/workbook.ts'
import type { Tables } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'

type Subscriber = Tables['subscribers']

export async function streamSubscribersCsv(app: App, staff: Staff): Promise<Outcome<ReadableStream<Uint8Array>>> {
  return succeed(streamCsv(await openSubscriberTable(app, staff)))
}

export const writeSubscribersWorkbook = async (app: App, staff: Staff): Promise<Outcome<Uint8Array>> =>
  writeWorkbook(await openSubscriberTable(app, staff))

/** Records the export. */
async function openSubscriberTable(app: App, staff: Staff): Promise<Sheet<Subscriber, Subscriber>> {
  await recordExport(app, staff, 'subscribers_exported', {})
  return {
    name: 'Newsletter',
    columns: COLUMNS,
    readBatch: async (after, limit) => {
      const query = app.db.read.selectFrom('subscribers').selectAll().orderBy('email').limit(limit)
      const rows = await (after ? query.where('email', '>', after.email) : query).execute()
      return { rows, cursors: rows }
    },
  }
}

const COLUMNS: Columns<Subscriber> = {
  Email: ({ email }) => email,
  Subscribed: ({ created_at }) => formatKathmanduTime(created_at),
}
