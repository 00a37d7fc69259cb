import { type Outcome, succeed } from '#contract/failure.ts'
import type { AuditAction } from '#domain/audit.ts'
import type { App } from '../app.ts'
import { streamCsv } from '../exports/csv.ts'
import type { Table } from '../exports/table.ts'
import { writeWorkbook } from '../exports/workbook.ts'
import { type Actor, recordExport } from './entries.ts'

/** A table that staff can export. */
export interface TableExport<Filter, By extends Actor> {
  action: AuditAction
  open(app: App, by: By, filter: Filter): Outcome<Table> | Promise<Outcome<Table>>
}

/** Streams all rows as CSV, and records it. */
export async function exportCsv<Filter, By extends Actor>(
  app: App,
  by: By,
  exported: TableExport<Filter, By>,
  filter: Filter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const table = await openTable(app, by, exported, filter)
  return table.ok ? succeed(streamCsv(table.value)) : table
}

/** Writes up to `MAX_WORKBOOK_ROWS` rows as XLSX, and records it. */
export async function exportWorkbook<Filter, By extends Actor>(
  app: App,
  by: By,
  exported: TableExport<Filter, By>,
  filter: Filter,
): Promise<Outcome<Uint8Array>> {
  const table = await openTable(app, by, exported, filter)
  return table.ok ? writeWorkbook(table.value) : table
}

async function openTable<Filter, By extends Actor>(
  app: App,
  by: By,
  { action, open }: TableExport<Filter, By>,
  filter: Filter,
): Promise<Outcome<Table>> {
  const table = await open(app, by, filter)
  if (table.ok) await recordExport(app, by, action, filter as object)
  return table
}
