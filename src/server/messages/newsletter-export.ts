import { succeed } from '#contract/failure.ts'
import type { Actor } from '../audit/entries.ts'
import type { TableExport } from '../audit/export-table.ts'
import type { Tables } from '../db/schema.ts'
import { type Columns, createTable, formatKathmanduTime } from '../exports/table.ts'

type Subscriber = Tables['subscribers']

export const SUBSCRIBERS_EXPORT: TableExport<object, Actor> = {
  action: 'subscribers_exported',
  open: ({ db }) =>
    succeed(
      createTable({
        name: 'Newsletter',
        columns: COLUMNS,
        readBatch: async (after: Subscriber | undefined, limit) => {
          const query = db.read.selectFrom('subscribers').selectAll().orderBy('email').limit(limit)
          const rows = await (after ? query.where('email', '>', after.email) : query).execute()
          return { rows, cursors: rows }
        },
      }),
    ),
}

const COLUMNS: Columns<Subscriber> = {
  Email: ({ email }) => email,
  Subscribed: ({ created_at }) => formatKathmanduTime(created_at),
}
