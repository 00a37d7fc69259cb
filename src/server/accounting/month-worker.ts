/** Writes the ZIP of a month in its own thread, because PDFs need much processor time. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { sql } from 'kysely'
import { kathmanduDate } from '#domain/calendar.ts'
import { parseBill } from '../bills/bill.ts'
import { renderBill } from '../bills/pdf/render-bill.ts'
import type { Queries } from '../db/database.ts'
import { getDatabaseLocation, openDatabase } from '../db/open.ts'
import type { Cursor } from '../db/paging.ts'
import { streamCsv } from '../exports/csv.ts'
import type { Table } from '../exports/table.ts'
import { writeWorkbook } from '../exports/workbook.ts'
import { buildMembershipTable } from '../memberships/export.ts'
import { buildPaymentTable } from '../payments/export.ts'
import { CASH_UPS_EXPORT } from './cash-ups.ts'
import { type ArchivedTable, describeArchive } from './month-readme.ts'
import type { Scope } from './range.ts'
import { REFUNDS_EXPORT } from './refunds.ts'
import { RETURNS_EXPORT, SALES_EXPORT, selectBills } from './registers.ts'
import { summariseAccounts } from './report.ts'
import type { WorkerProgress, WorkerTask } from './run-months.ts'

const BATCH_SIZE = 20
const EVERYWHERE: Scope = { workplaces: null, location: undefined }

async function writeArchive(db: Queries, { range, path, madeAt }: WorkerTask): Promise<void> {
  const archive = openZip(path)
  const tables: ArchivedTable[] = []
  const total = await countBills(db, range)
  report({ done: 0, total })

  const addTable = async (name: ArchivedTable['name'], table: Table) => {
    let rows = 0
    async function* readRows() {
      for await (const batch of table.readRows()) {
        rows += batch.length
        yield batch
      }
    }
    await archive.add(`${name}.csv`, streamCsv({ ...table, readRows }))
    const workbook = await writeWorkbook(table)
    if (workbook.ok) await archive.addCompressed(`${name}.xlsx`, workbook.value)
    tables.push({ name, rows, hasWorkbook: workbook.ok })
  }

  await addTable('sales-register', SALES_EXPORT.build(db, range, EVERYWHERE))
  await addTable('sales-returns', RETURNS_EXPORT.build(db, range, EVERYWHERE))
  const payments = await buildPaymentTable(db, null, { receivedFrom: range.from, receivedTo: range.to })
  if (!payments.ok) throw new Error('the days of a month are not valid')
  await addTable('payments', payments.value)
  await addTable('refunds', REFUNDS_EXPORT.build(db, range, EVERYWHERE))
  await addTable('cash-ups', CASH_UPS_EXPORT.build(db, range, EVERYWHERE))
  await addTable('memberships', buildMembershipTable(db, null, kathmanduDate(Date.parse(madeAt))))
  const accounts = await summariseAccounts(db, range, EVERYWHERE)
  await archive.add('README.txt', [strToU8(describeArchive(accounts, tables, total, madeAt))])

  let done = 0
  for await (const { number, pdf } of renderBills(db, range)) {
    await archive.addCompressed(`bills/${number}.pdf`, pdf)
    done++
    if (done % BATCH_SIZE === 0 || done === total) report({ done, total })
  }
  await archive.end()
}

/** Streams a ZIP to a file; each call waits for the disk, so that nothing collects in memory. */
function openZip(path: string) {
  const output = createWriteStream(path)
  const closed = finished(output)
  const zip = new Zip((error, chunk, isLast) => {
    if (error) output.destroy(error)
    else output.write(chunk)
    if (isLast) output.end()
  })
  const drain = async (): Promise<void> => {
    if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), closed])
  }
  return {
    async add(name: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
      const entry = new ZipDeflate(name)
      zip.add(entry)
      for await (const chunk of chunks) {
        entry.push(chunk)
        await drain()
      }
      entry.push(new Uint8Array(), true)
    },
    async addCompressed(name: string, content: Uint8Array): Promise<void> {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(content, true)
      await drain()
    },
    async end(): Promise<void> {
      zip.end()
      await closed
    },
  }
}

const report = (progress: WorkerProgress): void => parentPort?.postMessage(progress)

async function countBills(db: Queries, range: WorkerTask['range']): Promise<number> {
  const { count } = await selectBills(db, range, EVERYWHERE)
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function* renderBills(
  db: Queries,
  range: WorkerTask['range'],
): AsyncGenerator<{ number: string; pdf: Uint8Array }> {
  const query = selectBills(db, range, EVERYWHERE)
  let after: Cursor | undefined
  do {
    const bills = await (after ? query.where(sql<boolean>`(issued_at, number) > (${sql.join(after)})`) : query)
      .limit(BATCH_SIZE)
      .execute()
    for (const bill of bills) yield { number: bill.number, pdf: await renderBill(parseBill(bill), 'Copy of Original') }
    const last = bills.length === BATCH_SIZE ? bills.at(-1) : undefined
    after = last && [last.issued_at, last.number]
  } while (after !== undefined)
}

const task: WorkerTask = workerData
const database = await openDatabase(getDatabaseLocation(task))
const snapshot = await database.snapshot()
try {
  await writeArchive(snapshot.db, task)
} finally {
  await snapshot.end()
  await database.close()
}
