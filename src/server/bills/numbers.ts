import { type BillDocument, getSeriesType, type Issue } from '#domain/bill.ts'
import { type BillSeries, formatBillNumber } from '#domain/bill-number.ts'
import { daysBetween, formatDate, kathmanduDate } from '#domain/calendar.ts'
import { findFiscalYear, getFirstDayWithoutYear } from '#domain/fiscal-year.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { lockAuditHead } from '../audit/entries.ts'
import { getCatalogue, getFiscalYears } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Bill } from '../db/schema.ts'

interface NewBill
  extends Pick<Bill, 'kind' | 'booking_id' | 'payment_id' | 'location_id' | 'method'>,
    Partial<Pick<Bill, 'revision' | 'refund_id' | 'of_number'>> {
  /** Undefined if the content no longer has the location. */
  outlet: string | undefined
}

/** How many days before the list of fiscal years ends the operator is warned. */
const WARNING_DAYS = 60

/** What the operator must add to the content so that bills can be numbered; undefined if nothing is missing soon. */
export function getFiscalYearWarning({ now }: Pick<App, 'now'>): string | undefined {
  const today = kathmanduDate(now())
  if (!findFiscalYear(getFiscalYears(), today))
    return 'Bills wait for a number. Add the fiscal year of today to content/fiscal-years.json.'
  const end = getFirstDayWithoutYear(getFiscalYears())
  return end !== undefined && daysBetween(today, end) <= WARNING_DAYS
    ? `Bills cannot be numbered from ${formatDate(end)} on. Add the next fiscal year to content/fiscal-years.json.`
    : undefined
}

/** The same for each location whose bills wait because the content no longer has it. */
export async function listMissingOutlets({ db }: Pick<App, 'db'>): Promise<string[]> {
  const known = getCatalogue().locations.map(({ id }) => id)
  const missing = await db.read
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['location_id', ({ fn }) => fn.countAll().as('waiting')])
    .where('bill_due_at', 'is not', null)
    .where('location_id', 'not in', known)
    .groupBy('location_id')
    .orderBy('location_id')
    .execute()
  return missing.map(({ location_id, waiting }) => {
    const bills = Number(waiting) === 1 ? '1 bill waits' : `${waiting} bills wait`
    return `${bills} for a number, because content/locations.json no longer has "${location_id}". Add it with its outlet code.`
  })
}

/**
 * Takes the next number of a series and stores the bill with it, in the transaction that needs the bill: if that is
 * rolled back, the number is not used. Without a fiscal year or an outlet the payment is marked as waiting for a number.
 */
export async function storeBill(
  app: App,
  db: Queries,
  { outlet, ...bill }: NewBill,
  staffId: string | null,
  compose: (issue: Issue) => BillDocument,
): Promise<Bill | undefined> {
  const year = findFiscalYear(getFiscalYears(), kathmanduDate(app.now()))
  if (!year || outlet === undefined) {
    await waitForNumber(app, db, bill.payment_id)
    return undefined
  }
  const issuedBy = await readIssuer(db, staffId)
  const series = { outlet, type: getSeriesType(bill.kind), fiscalYear: year.label }
  const sequence = await takeNumber(db, series)
  const number = formatBillNumber(series, sequence)
  const document = compose({ number, fiscalYear: year.label, issuedAt: app.now(), issuedBy })
  const row: Bill = {
    revision: 0,
    refund_id: null,
    of_number: null,
    ...bill,
    number,
    outlet,
    type: series.type,
    fiscal_year: series.fiscalYear,
    sequence,
    transaction_on: document.transactionOn,
    issued_on: document.issuedOn,
    issued_at: instant(app.now()),
    issued_by: staffId,
    buyer_name: document.buyer.name,
    buyer_pan: document.buyer.pan,
    gross: document.total,
    taxable: document.taxable,
    vat: document.vat,
    document: JSON.stringify(document),
  }
  await db.insertInto('bills').values(row).execute()
  return row
}

/** Locks the series until the end of the transaction. An audit entry can follow, so its lock comes first. */
async function takeNumber(db: Queries, { outlet, type, fiscalYear }: BillSeries): Promise<number> {
  await lockAuditHead(db)
  const { last } = await db
    .insertInto('bill_counters')
    .values({ outlet, type, fiscal_year: fiscalYear, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['outlet', 'type', 'fiscal_year'])
        .doUpdateSet((row) => ({ last: row('bill_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Keeps the time from which the first bill or note of the payment waits. */
async function waitForNumber(app: App, db: Queries, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ bill_due_at: instant(app.now()) })
    .where('id', '=', paymentId)
    .where('bill_due_at', 'is', null)
    .execute()
}

async function readIssuer(db: Queries, staffId: string | null): Promise<string> {
  if (staffId === null) return 'System'
  const { name, email } = await db
    .selectFrom('staff')
    .select(['name', 'email'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return formatStaffName(name, email)
}
