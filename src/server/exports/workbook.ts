import type { Cell } from 'write-excel-file/node'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { CsvCell } from '#domain/csv.ts'
import { readWithTotals, type Table } from './table.ts'

/** A workbook is made in memory. */
const MAX_WORKBOOK_ROWS = 5_000
const TOO_MANY_ROWS = 'This table has more than 5,000 rows, which is too many for an Excel file. Download it as CSV.'

/** Writes a table as XLSX; fails with `invalid` if it has more than `MAX_WORKBOOK_ROWS` rows. */
export async function writeWorkbook(table: Table): Promise<Outcome<Uint8Array>> {
  const rows: Cell[][] = []
  for await (const batch of readWithTotals(table)) {
    for (const cells of batch) rows.push(cells.map((cell) => toCell(cell)))
    if (rows.length > MAX_WORKBOOK_ROWS + (table.totals ? 1 : 0)) return fail('invalid', { message: TOO_MANY_ROWS })
  }
  const { heading = [], header, name } = table
  const above = [...heading, header].map((cells) => cells.map((cell) => toCell(cell, 'bold')))
  // Loaded on first use, because most processes never write a workbook.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const workbook = writeExcelFile([...above, ...rows], {
    sheet: name,
    stickyRowsCount: above.length,
    columns: header.map(() => ({ width: 20 })),
  })
  return succeed(await workbook.toBuffer())
}

/** Text is never a formula, because its type is given. */
function toCell(cell: CsvCell, fontWeight?: 'bold'): Cell {
  if (cell === null) return null
  const style = fontWeight && { fontWeight }
  if (typeof cell === 'object') return { value: cell.paisa / 100, type: Number, format: '#,##0.00', ...style }
  return typeof cell === 'number' ? { value: cell, type: Number, ...style } : { value: cell, type: String, ...style }
}
