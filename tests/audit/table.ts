import type { Measurement } from './measurement.ts'

const COLUMNS = [
  ...['speed', 'a11y', 'practice', 'SEO', 'LCP', 'TTI', 'TBT', 'CLS'],
  ...['script', 'files', 'HTML+CSS', 'fonts', 'all', 'shift', 'errors'],
  ...['axe', 'reflow', 'links', 'HTML', 'no JS', 'no images', 'paper', 'pictures', 'targets'],
]
const WIDTHS: Readonly<Record<string, number>> = { LCP: 8, TBT: 7, script: 8, fonts: 8, all: 9, shift: 7 }
const ROUTE = 34
const MARK = '✗'

const cell = (column: string, text: string): string =>
  text.padStart(Math.max(WIDTHS[column] ?? 0, column.length, 4) + MARK.length)

export const header = (): string => 'route'.padEnd(ROUTE) + COLUMNS.map((column) => cell(column, column)).join(' ')

/** Marks violated limits with ✗ and missing values with a dash. */
export function row(route: string, measurements: readonly Measurement[]): string {
  const cells = COLUMNS.map((column) => {
    const found = measurements.find(({ name }) => name === column)
    return cell(column, found ? found.shown + (found.broken.length > 0 ? MARK : '') : '-')
  })
  return route.padEnd(ROUTE) + cells.join(' ')
}
