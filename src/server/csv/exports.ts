import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { CSV_BOM, type CsvCell, formatCsvRow } from '#domain/csv.ts'

/** Read at once: others are answered between two of these. */
const BATCH_SIZE = 500

/** The columns of a table by their titles, in their order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

/** Rows that follow a place, and the places that were looked at for them: their last is where the next begin. */
export interface Batch<Row, Place> {
  rows: readonly Row[]
  cursors: readonly Place[]
}

/**
 * A table for spreadsheet programs, read batch by batch while it is taken. `read` gives at most `most` rows after a
 * place.
 */
export function streamCsv<Row, Place>(
  columns: Columns<Row>,
  read: (after: Place | undefined, most: number) => Promise<Batch<Row, Place>>,
): ReadableStream<Uint8Array> {
  return toByteStream(generateCsvLines(columns, read))
}

async function* generateCsvLines<Row, Place>(
  columns: Columns<Row>,
  read: (after: Place | undefined, most: number) => Promise<Batch<Row, Place>>,
): AsyncGenerator<string> {
  yield CSV_BOM + formatCsvRow(Object.keys(columns))
  let after: Place | undefined
  do {
    const { rows, cursors } = await read(after, BATCH_SIZE)
    yield rows.map((row) => formatCsvRow(Object.values(columns).map((cell) => cell(row)))).join('')
    after = cursors.length === BATCH_SIZE ? cursors.at(-1) : undefined
  } while (after !== undefined)
}

/** Of paisa, as a number that spreadsheet programs add up. */
export const toRupeeCell = (amount: number | null): CsvCell => (amount === null ? null : amount / 100)

/** `2026-12-01 10:00`, Kathmandu's: spreadsheet programs read it as date and time. */
export function formatKathmanduTime(at: string): string {
  const instant = Date.parse(at)
  return `${kathmanduDate(instant)} ${kathmanduTime(instant)}`
}

function toByteStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void lines.return(undefined),
  })
}
