import { sql } from 'kysely'
import type { BillDocument } from '#domain/bill.ts'
import type { App } from '#server/app.ts'
import type { Bill } from '#server/db/schema.ts'

/** The documents of a booking, oldest first. */
export const billsOf = ({ db }: Pick<App, 'db'>, bookingId: string): Promise<Bill[]> =>
  db.read
    .selectFrom('bills')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('issued_at')
    .orderBy('type', 'desc')
    .orderBy('revision')
    .orderBy('sequence')
    .execute()

export const numbersOf = async (app: App, bookingId: string): Promise<string[]> =>
  (await billsOf(app, bookingId)).map(({ number }) => number)

export const documentOf = ({ document }: Bill): BillDocument => JSON.parse(document)

/** Series whose numbers have a gap, and counters that are not at the last number. */
export async function findGaps({ db }: App): Promise<unknown[]> {
  const { rows } = await sql`
    select outlet, type, fiscal_year, min(sequence) as first, max(sequence) as last, count(*) as bills,
      (select last from bill_counters where bill_counters.outlet = bills.outlet and bill_counters.type = bills.type
        and bill_counters.fiscal_year = bills.fiscal_year) as counter
    from bills group by outlet, type, fiscal_year`.execute(db.read)
  return (rows as { first: number; last: number; bills: number; counter: number }[]).filter(
    ({ first, last, bills, counter }) => first !== 1 || last !== Number(bills) || counter !== last,
  )
}
