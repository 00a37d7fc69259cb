import { succeed } from '#contract/failure.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import type { MembershipTable } from '#server/db/schema.ts'
import { settle } from '#server/payments/settlement.ts'
import type { TestApp } from './app.ts'
import { type Order, order } from './orders.ts'
import { started } from './payments.ts'

/** Somebody books, pays and is a member; `over` is what was changed of the membership since. */
export async function member(
  app: TestApp,
  sent: Partial<Order> = {},
  over: Partial<MembershipTable> = {},
): Promise<MembershipTable> {
  const { bookingId, paymentId, amount } = await started(app, order(sent))
  await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: paymentId }, 'lookup')
  await app.db.write(async (db) => {
    if (Object.keys(over).length > 0)
      await db.updateTable('memberships').set(over).where('booking_id', '=', bookingId).execute()
    return succeed(undefined)
  })
  return app.db.read.selectFrom('memberships').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
}

/** Ends so many days from the day that the clock shows. */
export const endingIn = (app: TestApp, days: number, length = 31): Pick<MembershipTable, 'start_date' | 'end_date'> => {
  const end_date = addDays(kathmanduDate(app.now()), days)
  return { start_date: addDays(end_date, -length), end_date }
}

/** The contact of somebody by their name. */
export const contact = (firstName: string, lastName = 'Karki') => ({
  contactInfo: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com`, phone: '9841234567' },
})
