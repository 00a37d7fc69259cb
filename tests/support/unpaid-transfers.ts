import { sql } from 'kysely'
import type { LocationId } from '#domain/location.ts'
import type { App } from '#server/app.ts'
import { confirmEmailAddress, sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import { granted, type Placed, setCapacity } from './orders.ts'

/** Returns the seats of unpaid transfers per day at a location. */
export async function unpaidSeats(app: App, location: LocationId = 'dhobighat-hub'): Promise<Record<string, number>> {
  const days = await app.db.read
    .selectFrom('seat_days')
    .select(['day', 'unpaid'])
    .where('location_id', '=', location)
    .where('unpaid', '>', 0)
    .orderBy('day')
    .execute()
  return Object.fromEntries(days.map(({ day, unpaid }) => [day, unpaid]))
}

/** Returns the days whose unpaid count differs from their bookings. */
export async function miscountedDays(app: App): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select day, unpaid, (
        select coalesce(sum(b.seats), 0) from bookings b
        where b.location_id = d.location_id and d.day between b.start_date and b.end_date and b.transfer_unpaid = 1
      ) as counted from seat_days d
    ) days where unpaid <> counted`.execute(app.db.read)
  return rows
}

/** Sets the capacity of every location and opens every plan. */
export function resize(app: App, capacity: number): void {
  setCapacity(app, capacity)
  app.catalogue = { ...app.catalogue, plans: app.catalogue.plans.map((plan) => ({ ...plan, available: true })) }
}

/** Returns the token in the newest email of a booking. */
export async function emailedToken(app: App, bookingId: string): Promise<string> {
  const emails = await app.db.read
    .selectFrom('emails')
    .select('body')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at', 'desc')
    .execute()
  const [, token] = emails.flatMap(
    ({ body }) => /\/confirm-email#booking=BK-[\w-]+&token=([\w-]{43})\n/.exec(body) ?? [],
  )
  if (!token) throw new Error(`no link was emailed for ${bookingId}`)
  return token
}

export async function emailConfirmed(
  app: App,
  { bookingId, secret }: Pick<Placed, 'bookingId' | 'secret'>,
): Promise<void> {
  granted(await sendEmailConfirmation(app, bookingId, secret))
  granted(await confirmEmailAddress(app, bookingId, await emailedToken(app, bookingId)))
}
