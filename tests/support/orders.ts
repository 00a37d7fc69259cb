import type { placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import type { App } from '#server/app.ts'
import { createBooking } from '#server/bookings/placement.ts'
import type { BookingTable } from '#server/db/schema.ts'

export type Order = Input<typeof placeBooking>
export type Placed = Output<typeof placeBooking>

/** A month at a hot desk of Dhobighat Hub from Thursday 10 December 2026 on, or what is asked instead. */
export const order = (changes: Partial<Order> = {}): Order => ({
  locationId: 'dhobighat-hub',
  planId: 'professional',
  startDate: '2026-12-10',
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
  contactInfo: { firstName: 'Aarati', lastName: 'Shrestha', email: 'aarati@example.com', phone: '9841234567' },
  ...changes,
})

export const dayPass = (changes: Partial<Order> = {}): Order => order({ planId: 'explorer', ...changes })

export const newKey = (): string => crypto.randomUUID()

/** Places a booking that nothing stands against. */
export const placed = async (app: App, sent: Order = order(), key = newKey()): Promise<Placed> =>
  granted(await createBooking(app, sent, key))

/** The value of an outcome that must have one. */
export function granted<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

/** The failure of an outcome that must have one. */
export function refusalOf(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error(`not refused: ${JSON.stringify(outcome.value)}`)
  return outcome.failure
}

export const bookingRow = (app: App, id: string): Promise<BookingTable> =>
  app.db.read.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Seats taken per day at a location, without the days on which none are. */
export async function seatsTaken(app: App, location = 'dhobighat-hub'): Promise<Record<string, number>> {
  const days = await app.db.read.selectFrom('seat_days').selectAll().where('taken', '>', 0).orderBy('day').execute()
  return Object.fromEntries(days.filter((day) => day.location_id === location).map(({ day, taken }) => [day, taken]))
}
