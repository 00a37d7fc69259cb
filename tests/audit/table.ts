import type { Figure } from './figure.ts'

const COLUMNS = [
  ...['speed', 'a11y', 'practice', 'SEO', 'LCP', 'TBT', 'CLS'],
  ...['script', 'HTML+CSS', 'fonts', 'all', 'shift', 'errors'],
  ...['axe', 'reflow', 'links', 'HTML', 'no JS', 'no images', 'paper'],
]
const WIDTHS: Readonly<Record<string, number>> = { LCP: 8, TBT: 7, script: 8, fonts: 8, all: 9, shift: 7 }
const ROUTE = 34
const MARK = '✗'

const cell = (column: string, text: string): string =>
  text.padStart(Math.max(WIDTHS[column] ?? 0, column.length, 4) + MARK.length)

export const header = (): string => 'route'.padEnd(ROUTE) + COLUMNS.map((column) => cell(column, column)).join(' ')

/** What is not good enough carries a mark; what was not looked at, a dash. */
export function row(route: string, figures: readonly Figure[]): string {
  const cells = COLUMNS.map((column) => {
    const figure = figures.find(({ name }) => name === column)
    return cell(column, figure ? figure.shown + (figure.broken.length > 0 ? MARK : '') : '-')
  })
  return route.padEnd(ROUTE) + cells.join(' ')
}
