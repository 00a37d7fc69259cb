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

/**
 * Streams a CSV table in batches. `readBatch` returns at most `limit` rows after a cursor; `getLastRow` is called after
 * all of them, for totals.
 */
export function streamCsv<Row, Cursor>(
  columns: Columns<Row>,
  readBatch: (after: Cursor | undefined, limit: number) => Promise<Batch<Row, Cursor>>,
  getLastRow?: () => readonly CsvCell[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  async function* generateLines() {
    yield encoder.encode(CSV_BOM + formatCsvRow(Object.keys(columns)))
    let after: Cursor | undefined
    do {
      const { rows, cursors } = await readBatch(after, BATCH_SIZE)
      yield encoder.encode(rows.map((row) => formatCsvRow(Object.values(columns).map((cell) => cell(row)))).join(''))
      after = cursors.length === BATCH_SIZE ? cursors.at(-1) : undefined
    } while (after !== undefined)
    if (getLastRow) yield encoder.encode(formatCsvRow(getLastRow()))
  }
  return NodeStream.from(generateLines()) as ReadableStream<Uint8Array>
}

/** Paisa as a number of rupees that a spreadsheet can add up. */
export const toRupeeCell = (amount: number | null): CsvCell => (amount === null ? null : amount / 100)

/** `2026-12-01 10:00` in Kathmandu, which spreadsheets parse. */
export function formatKathmanduTime(at: string): string {
  const instant = Date.parse(at)
  return `${kathmanduDate(instant)} ${kathmanduTime(instant)}`
}
