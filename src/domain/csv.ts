import type { Paisa } from './money.ts'

/** An amount of money, written in rupees as a number that programs can add up. */
interface MoneyCell {
  paisa: Paisa
}
/** A cell of a spreadsheet export; `null` is an empty cell. */
export type CsvCell = string | number | MoneyCell | null

/** Byte order mark, without which spreadsheet programs guess the encoding. */
export const CSV_BOM = '\ufeff'

/** Formats one CSV line (RFC 4180), with an apostrophe before text that a spreadsheet would run as a formula. */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(',')}\r\n`

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return String(cell.paisa / 100)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
