import type { App } from '#server/app.ts'
import { runTransaction } from '#server/db/database.ts'
import { billsOf } from './bills.ts'

/** Copies the payment and the bill of a paid booking until there are `count` bills. */
export async function copyBill(
  { db }: Pick<App, 'db'>,
  { bookingId, paymentId }: { bookingId: string; paymentId: string },
  count: number,
): Promise<void> {
  const [bill] = await billsOf({ db }, bookingId)
  if (!bill) throw new Error('the booking has no bill')
  const payment = await db.read.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  await runTransaction(db, async (transaction) => {
    for (let sequence = 2; sequence <= count; sequence++) {
      const number = `${bill.number.slice(0, -5)}${String(sequence).padStart(5, '0')}`
      const id = crypto.randomUUID()
      const document = JSON.stringify({ ...JSON.parse(bill.document), number })
      await transaction
        .insertInto('payments')
        .values({ ...payment, id, provider_reference: id })
        .execute()
      await transaction
        .insertInto('bills')
        .values({ ...bill, number, sequence, payment_id: id, document })
        .execute()
    }
  })
}
