import type { copyBill, printBillsOfDay } from '#contract/admin/bills.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { formatDate, parseIsoDate } from '#domain/calendar.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import type { Staff } from '../staff/sessions.ts'
import { findBillForStaff, parseBill } from './bill.ts'
import { makeCopy, readCopyMark } from './copies.ts'

export async function renderBillForStaff(
  app: App,
  staff: Staff,
  number: string,
  copy: string | undefined,
): Promise<Outcome<Uint8Array>> {
  const bill = await findBillForStaff(app.db.read, staff, number)
  const mark = bill && (await readCopyMark(app.db.read, number, copy, staff.id))
  if (!mark) return fail('not_found')
  const { renderBill } = await import('./pdf/render-bill.ts')
  return succeed(await renderBill(parseBill(bill), mark))
}

export const countCopy = (
  app: App,
  staff: Staff,
  number: string,
  { medium }: Input<typeof copyBill>,
  key: string,
): Result<typeof copyBill> =>
  app.db.write(async (db) => {
    const bill = await findBillForStaff(db, staff, number)
    return bill ? makeCopy(app, db, bill, { medium, madeBy: staff.id, key }) : fail('not_found')
  })

export async function printDay(
  app: App,
  staff: Staff,
  { location, date }: Input<typeof printBillsOfDay>,
): Promise<Outcome<Uint8Array>> {
  const day = parseIsoDate(date)
  if (!day) return fail('invalid', { fields: { date: INVALID_DATE } })
  if (!isAssignedTo(staff.workplaces, location)) return fail('not_found')
  const bills = await app.db.read
    .selectFrom('bills')
    .select('document')
    .where('location_id', '=', location)
    .where('issued_on', '=', day)
    .orderBy('number')
    .execute()
  if (bills.length === 0) return fail('not_found', { message: 'No bills were issued here on this day.' })
  await recordExport(app, staff, 'bills_printed', { location, date: day })
  const title = `Bills of ${findName(app.catalogue.locations, location)}, ${formatDate(day)}`
  const { renderBills } = await import('./pdf/render-bill.ts')
  return succeed(await renderBills(title, bills.map(parseBill), app.now()))
}
