/** What a cell of a table for spreadsheet programs may hold; nothing is an empty cell. */
export type CsvCell = string | number | null

/** Marks UTF-8 for programs that else guess (spreadsheet programs do). */
export const CSV_BOM = '\ufeff'

/**
 * One line of a table (RFC 4180). Numbers and dates like `2026-12-10` stay what they are; text that a spreadsheet
 * program would take for a formula gets an apostrophe before it, so that nothing a stranger typed is calculated.
 */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(',')}\r\n`

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
