import type { placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Failure, type Outcome, succeed } from '#contract/failure.ts'
import type { BookingState } from '#domain/booking.ts'
import type { App } from '#server/app.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import type { Booking } from '#server/db/schema.ts'

export type Order = Input<typeof placeBooking>
export type Placed = Output<typeof placeBooking>

/** A month at a hot desk of Dhobighat Hub from Thursday 10 December 2026. */
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

/** The price of `order()`, in paisa. */
export const PRICE = 950_000

export const dayPass = (changes: Partial<Order> = {}): Order => order({ planId: 'explorer', ...changes })

export const newKey = (): string => crypto.randomUUID()

export const placed = async (app: App, sent: Order = order(), key = newKey()): Promise<Placed> =>
  granted(await createBooking(app, sent, key))

/** Returns the value of a successful outcome. */
export function granted<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`rejected: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

/** Returns the failure of a failed outcome. */
export function failureOf(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error(`not rejected: ${JSON.stringify(outcome.value)}`)
  return outcome.failure
}

export const bookingRow = (app: App, id: string): Promise<Booking> =>
  app.db.read.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Sets the number of seats of every location. */
export function setCapacity(app: App, capacity: number): void {
  const { catalogue } = app
  app.catalogue = { ...catalogue, locations: catalogue.locations.map((location) => ({ ...location, capacity })) }
}

/** Changes a booking's state as the system does. */
export async function transitionTo(app: App, id: string, state: BookingState): Promise<void> {
  const booking = await bookingRow(app, id)
  await app.db.write(async (db) => succeed(await transitionBooking(app, db, booking, state)))
}

/** Returns the seats taken per day at a location, without empty days. */
export async function seatsTaken(app: App, location = 'dhobighat-hub'): Promise<Record<string, number>> {
  const days = await app.db.read.selectFrom('seat_days').selectAll().where('taken', '>', 0).orderBy('day').execute()
  return Object.fromEntries(days.filter((day) => day.location_id === location).map(({ day, taken }) => [day, taken]))
}
