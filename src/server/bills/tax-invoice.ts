import type { confirmTaxInvoices, readBillSettings } from '#contract/admin/bills.ts'
import { succeed } from '#contract/failure.ts'
import { getFirstDayWithoutYear } from '#domain/fiscal-year.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { getBrand, getFiscalYears } from '../catalogue.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Staff } from '../staff/sessions.ts'
import { isSample } from './sale.ts'

const KEY = 'tax_invoice'

/** Whether an owner has confirmed that this business may print tax invoices. */
export const isTaxInvoiceConfirmed = async (db: Queries): Promise<boolean> => (await readConfirmation(db)) !== null

async function readConfirmation(db: Queries): Promise<{ by: string; at: string } | null> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return stored ? JSON.parse(stored.value) : null
}

export async function readSettings(app: App): Result<typeof readBillSettings> {
  const { legalName, address, registration } = getBrand()
  const { waiting } = await app.db.read
    .selectFrom('payments')
    .select((row) => row.fn.countAll().as('waiting'))
    .where('bill_due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return succeed({
    mode: app.env.bills,
    isSample: isSample(app),
    seller: { name: legalName, address, pan: registration.pan },
    taxInvoice: await readConfirmation(app.db.read),
    endsOn: getFirstDayWithoutYear(getFiscalYears()) ?? null,
    waiting: Number(waiting),
  })
}

export async function setTaxInvoices(app: App, staff: Staff, confirmed: boolean): Result<typeof confirmTaxInvoices> {
  await runTransaction(app.db, async (db) => {
    if ((await isTaxInvoiceConfirmed(db)) === confirmed) return
    const value = JSON.stringify({ by: staff.email, at: instant(app.now()) })
    if (confirmed)
      await db
        .insertInto('settings')
        .values({ key: KEY, value })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    else await db.deleteFrom('settings').where('key', '=', KEY).execute()
    const action = confirmed ? 'tax_invoice_confirmed' : 'tax_invoice_withdrawn'
    await recordAuditEntry(db, { by: staff, action, subject: 'site', subjectId: 'bills' }, app.now())
  })
  return readSettings(app)
}
