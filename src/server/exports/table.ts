import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import type { CsvCell } from '#domain/csv.ts'
import { type Paisa, paisa, ZERO } from '#domain/money.ts'

/** Small enough that other requests run between batches. */
const BATCH_SIZE = 500

/** Cells by column title, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

/** The cursors of all scanned rows; the last one starts the next batch. */
export interface Batch<Row, Cursor> {
  rows: readonly Row[]
  cursors: readonly Cursor[]
}

interface TableDescription<Row, Cursor> {
  /** Of the sheet in a workbook. */
  name: string
  columns: Columns<Row>
  /** Returns at most `limit` rows after a cursor. */
  readBatch(after: Cursor | undefined, limit: number): Promise<Batch<Row, Cursor>>
  /** Rows above the header. */
  heading?: readonly (readonly CsvCell[])[]
  /** The columns that a last row sums, which tables without rows lack. */
  totals?: { label: string; columns: readonly string[] }
}

/** A table that is written as CSV or as a workbook, as often as needed. */
export interface Table extends Pick<TableDescription<never, never>, 'name' | 'heading' | 'totals'> {
  header: readonly string[]
  /** Reads the rows in batches, as cells. */
  readRows(): AsyncGenerator<readonly (readonly CsvCell[])[]>
}

export function createTable<Row, Cursor>(description: TableDescription<Row, Cursor>): Table {
  const { columns, readBatch, ...table } = description
  const cells = Object.values(columns)
  async function* readRows() {
    let after: Cursor | undefined
    do {
      const { rows, cursors } = await readBatch(after, BATCH_SIZE)
      yield rows.map((row) => cells.map((cell) => cell(row)))
      after = cursors.length === BATCH_SIZE ? cursors.at(-1) : undefined
    } while (after !== undefined)
  }
  return { ...table, header: Object.keys(columns), readRows }
}

/** Reads the rows in batches, and then their totals. */
export async function* readWithTotals({ header, totals, readRows }: Table): ReturnType<Table['readRows']> {
  let sums: readonly Paisa[] = header.map(() => ZERO)
  let isEmpty = true
  for await (const rows of readRows()) {
    yield rows
    isEmpty &&= rows.length === 0
    for (const row of rows) sums = sums.map((sum, index) => paisa(sum + getAmount(row[index])))
  }
  if (!totals || isEmpty) return
  yield [
    header.map((title, index) => {
      if (index === 0) return totals.label
      return totals.columns.includes(title) ? toMoneyCell(sums[index] ?? ZERO) : null
    }),
  ]
}

const getAmount = (cell: CsvCell | undefined): number => (cell && typeof cell === 'object' ? cell.paisa : 0)

/** Empty for `null`. */
export const toMoneyCell = (amount: Paisa | null): CsvCell => (amount === null ? null : { paisa: amount })

/** `2026-12-01 10:00` in Kathmandu, which spreadsheets parse. */
export function formatKathmanduTime(at: string): string {
  const instant = Date.parse(at)
  return `${kathmanduDate(instant)} ${kathmanduTime(instant)}`
}
