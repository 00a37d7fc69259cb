import type { BillDocument } from '#domain/bill.ts'
import type { Queries } from '../db/database.ts'
import type { Bill } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

export const parseBill = ({ document }: Pick<Bill, 'document'>): BillDocument => JSON.parse(document)

/** Undefined for a bill of a location where the staff member does not work. */
export const findBillForStaff = (
  db: Queries,
  { workplaces }: Pick<Staff, 'workplaces'>,
  number: string,
): Promise<Bill | undefined> =>
  db
    .selectFrom('bills')
    .selectAll()
    .where('number', '=', number)
    .where(isWithinWorkplaces(workplaces))
    .executeTakeFirst()
