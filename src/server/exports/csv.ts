import { ReadableStream as NodeStream } from 'node:stream/web'
import { CSV_BOM, formatCsvRow } from '#domain/csv.ts'
import { readWithTotals, type Table } from './table.ts'

/** Streams a table in batches. */
export function streamCsv(table: Table): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  async function* generateLines() {
    const above = (table.heading ?? []).map((cells) => table.header.map((_, index) => cells[index] ?? null))
    yield encoder.encode(CSV_BOM + [...above, table.header].map(formatCsvRow).join(''))
    for await (const rows of readWithTotals(table)) yield encoder.encode(rows.map(formatCsvRow).join(''))
  }
  return NodeStream.from(generateLines()) as ReadableStream<Uint8Array>
}
