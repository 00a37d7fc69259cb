import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvRow } from '#domain/csv.ts'
import { assertProperty } from '../support/property.ts'
import { anyText } from '../support/texts.ts'

test.each([
  [['BK-1', 9_500, null, '2026-12-10'], 'BK-1,9500,,2026-12-10\r\n'],
  [[9_500.5], '9500.5\r\n'],
  [['a, b', 'say "hi"', 'two\nlines'], '"a, b","say ""hi""","two\nlines"\r\n'],
  [['=1+1', '+9779841234567', '-2', '@sum'], "'=1+1,'+9779841234567,'-2,'@sum\r\n"],
  [['\t=1', '\r=1', ' =1', '＝1'], "'\t=1,\"'\r=1\",' =1,'＝1\r\n"],
  [['Ann-Marie', 'a=b', 'सीता'], 'Ann-Marie,a=b,सीता\r\n'],
])('formatCsvRow formats %j as %j', (cells, line) => expect(formatCsvRow(cells)).toBe(line))

/** Parses one line by RFC 4180. */
function read(line: string): string[] {
  const cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy
  for (const [, quoted, plain] of line.matchAll(pattern)) cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  return cells
}

test('formatCsvRow writes any text readably and never as a formula', () => {
  assertProperty(fc.array(anyText, { minLength: 1 }), (typed) => {
    const cells = read(formatCsvRow(typed))
    expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(typed.map((text) => text.replace(/^'/, '')))
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/)
  })
})
