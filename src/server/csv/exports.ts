import { ReadableStream as NodeStream } from 'node:stream/web'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { CSV_BOM, type CsvCell, formatCsvRow } from '#domain/csv.ts'

/** Small enough that other requests run between batches. */
const BATCH_SIZE = 500

/** Cells by column title, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

/** The cursors of all scanned rows; the last one starts the next batch. */
export interface Batch<Row, Cursor> {
  rows: readonly Row[]
  cursors: readonly Cursor[]
}

export interface Table<Row, Cursor> {
  columns: Columns<Row>
  /** Returns at most `limit` rows after a cursor. */
  readBatch(after: Cursor | undefined, limit: number): Promise<Batch<Row, Cursor>>
  /** Totals of all rows, called after the last batch. */
  getLastRow?(): readonly CsvCell[]
}

/** Reads the rows of a table in batches, as cells without the header. */
export async function* readCells<Row, Cursor>(table: Table<Row, Cursor>): AsyncGenerator<(readonly CsvCell[])[]> {
  const cells = Object.values(table.columns)
  let after: Cursor | undefined
  do {
    const { rows, cursors } = await table.readBatch(after, BATCH_SIZE)
    yield rows.map((row) => cells.map((cell) => cell(row)))
    after = cursors.length === BATCH_SIZE ? cursors.at(-1) : undefined
  } while (after !== undefined)
  if (table.getLastRow) yield [table.getLastRow()]
}

/** Streams a table in batches. */
export function streamCsv<Row, Cursor>(table: Table<Row, Cursor>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  async function* generateLines() {
    yield encoder.encode(CSV_BOM + formatCsvRow(Object.keys(table.columns)))
    for await (const rows of readCells(table)) yield encoder.encode(rows.map(formatCsvRow).join(''))
  }
  return NodeStream.from(generateLines()) as ReadableStream<Uint8Array>
}

/** Converts paisa. */
export const toRupeeCell = (amount: number | null): CsvCell => (amount === null ? null : { rupees: amount / 100 })

/** `2026-12-01 10:00` in Kathmandu, which spreadsheets parse. */
export function formatKathmanduTime(at: string): string {
  const instant = Date.parse(at)
  return `${kathmanduDate(instant)} ${kathmanduTime(instant)}`
}
