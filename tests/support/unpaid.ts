import { sql } from 'kysely'
import type { LocationId } from '#domain/location.ts'
import type { App } from '#server/app.ts'
import { confirmEmailAddress, sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import { granted, type Placed } from './orders.ts'

/** Seats counted as unpaid transfers per day at a location, without the days on which none are. */
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

/** Days whose count of unpaid seats is not the sum of the bookings that are counted. */
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

/** Sets the seats of every location and opens every plan. */
export function resize(app: App, capacity: number): void {
  const { catalogue } = app
  app.catalogue = {
    ...catalogue,
    locations: catalogue.locations.map((location) => ({ ...location, capacity })),
    plans: catalogue.plans.map((plan) => ({ ...plan, available: true })),
  }
}

/** What the link in the newest mail of a booking carries. */
export async function mailedToken(app: App, bookingId: string): Promise<string> {
  const mails = await app.db.read
    .selectFrom('mails')
    .select('body')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at', 'desc')
    .execute()
  const [, token] = mails.flatMap(
    ({ body }) => /\/confirm-email#booking=BK-[\w-]+&token=([\w-]{43})\n/.exec(body) ?? [],
  )
  if (!token) throw new Error(`no link was mailed for ${bookingId}`)
  return token
}

/** Confirms the email of a booking as its customer does. */
export async function emailConfirmed(
  app: App,
  { bookingId, secret }: Pick<Placed, 'bookingId' | 'secret'>,
): Promise<void> {
  granted(await sendEmailConfirmation(app, bookingId, secret))
  granted(await confirmEmailAddress(app, bookingId, await mailedToken(app, bookingId)))
}
