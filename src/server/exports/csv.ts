import { ReadableStream as NodeStream } from 'node:stream/web'
import { CSV_BOM, formatCsvRow } from '#domain/csv.ts'
import { readWithTotals, type Table } from './table.ts'

/** Streams a table in batches. */
export function streamCsv(table: Table): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  async function* generateLines() {
    yield encoder.encode(CSV_BOM + formatCsvRow(table.header))
    for await (const rows of readWithTotals(table)) yield encoder.encode(rows.map(formatCsvRow).join(''))
  }
  return NodeStream.from(generateLines()) as ReadableStream<Uint8Array>
}
