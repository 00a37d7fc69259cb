import type { Cell } from 'write-excel-file/node'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { CsvCell } from '#domain/csv.ts'
import { readCells, type Table } from './exports.ts'

/** A workbook is made in memory. */
const MAX_WORKBOOK_ROWS = 5_000

export interface Sheet<Row, Cursor> extends Table<Row, Cursor> {
  name: string
  /** Rows above the header. */
  heading?: readonly (readonly CsvCell[])[]
}

/** Writes a table as XLSX; `invalid` if it has too many rows. */
export async function writeWorkbook<Row, Cursor>(sheet: Sheet<Row, Cursor>): Promise<Outcome<Uint8Array>> {
  const rows: Cell[][] = []
  for await (const batch of readCells(sheet)) {
    for (const cells of batch) rows.push(cells.map((cell) => toCell(cell)))
    if (rows.length > MAX_WORKBOOK_ROWS)
      return fail('invalid', {
        fields: { to: `Choose fewer days, or the CSV table: a workbook has at most ${MAX_WORKBOOK_ROWS} rows` },
      })
  }
  const { heading = [], columns, name } = sheet
  const above = [...heading, Object.keys(columns)].map((cells) => cells.map((cell) => toCell(cell, 'bold')))
  // Loaded on first use, because most processes never write a workbook.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const workbook = writeExcelFile([...above, ...rows], {
    sheet: name,
    stickyRowsCount: above.length,
    columns: Object.keys(columns).map(() => ({ width: 20 })),
  })
  return succeed(await workbook.toBuffer())
}

/** Text is never a formula, because its type is given. */
function toCell(cell: CsvCell, fontWeight?: 'bold'): Cell {
  if (cell === null) return null
  const style = fontWeight && { fontWeight }
  if (typeof cell === 'object') return { value: cell.rupees, type: Number, format: '#,##0.00', ...style }
  return typeof cell === 'number' ? { value: cell, type: Number, ...style } : { value: cell, type: String, ...style }
}
