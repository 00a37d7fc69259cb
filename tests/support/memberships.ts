import { addDays, kathmanduDate } from '#domain/calendar.ts'
import type { Membership } from '#server/db/schema.ts'
import { execute, type TestApp } from './app.ts'
import { type Order, order } from './orders.ts'
import { paidBooking } from './payments.ts'

/** Books and pays a plan; `over` changes the membership afterwards. */
export async function member(
  app: TestApp,
  sent: Partial<Order> = {},
  over: Partial<Membership> = {},
): Promise<Membership> {
  const { bookingId } = await paidBooking(app, order(sent))
  if (Object.keys(over).length > 0)
    await execute(app, (db) => db.updateTable('memberships').set(over).where('booking_id', '=', bookingId))
  return app.db.read.selectFrom('memberships').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
}

/** A membership that ends this many days from now. */
export const endingIn = (app: TestApp, days: number, length = 31): Pick<Membership, 'start_date' | 'end_date'> => {
  const end_date = addDays(kathmanduDate(app.now()), days)
  return { start_date: addDays(end_date, -length), end_date }
}

export const contact = (firstName: string, lastName = 'Karki') => ({
  contactInfo: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com`, phone: '9841234567' },
})
