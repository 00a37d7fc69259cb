import { expect } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { MINUTE, rows, type TestApp } from '../app.ts'
import { miscountedDays } from '../moves.ts'
import { findRoomMistakes, ROOMS } from '../rooms.ts'
import { someStaff } from '../staff-accounts.ts'
import { listAllSlots, type ModelBooking, SeatModel } from './model.ts'

export const LOCATION = 'dhobighat-hub'
const SEATS = 8
/** Bookings and blocks start within these days. */
export const WINDOW_DAYS = 6

/** The server with an empty database, and the model that must agree with it. */
export class SeatWorld {
  readonly app: TestApp
  readonly staff: Staff
  readonly model: SeatModel
  /** Requests to join the waiting list so far. */
  joined = 0
  /** The prices of the content, of which `model.percent` are charged. */
  readonly #prices: TestApp['catalogue']['prices']

  private constructor(app: TestApp, staff: Staff, model: SeatModel) {
    this.app = app
    this.staff = staff
    this.model = model
    this.#prices = app.catalogue.prices
  }

  static async open(app: TestApp): Promise<SeatWorld> {
    await app.empty()
    const { catalogue } = app
    const location = catalogue.locations.find(({ id }) => id === LOCATION)
    if (!location) throw new Error('the location is missing')
    app.rooms = ROOMS
    app.catalogue = {
      ...catalogue,
      locations: [{ ...location, capacity: SEATS }],
      plans: catalogue.plans.map((plan) => ({ ...plan, available: true })),
    }
    return new SeatWorld(app, await someStaff(app), new SeatModel(SEATS, location.openingHours, INCLUDED))
  }

  day(index: number): IsoDate {
    return addDays(this.model.today, 1 + (index % WINDOW_DAYS))
  }

  /** Usually one that holds seats; the others must refuse what they no longer allow. */
  booking(index: number): ModelBooking | undefined {
    const { bookings, holding } = this.model
    const list = index % 8 === 0 ? bookings : holding
    return list[index % list.length]
  }

  reprice(percent: number): void {
    this.model.percent = percent
    const scale = (_: string, value: unknown) =>
      typeof value === 'number' ? Math.round((value * percent) / 100) : value
    this.app.catalogue = { ...this.app.catalogue, prices: JSON.parse(JSON.stringify(this.#prices), scale) }
  }

  /** Also what has ended since is released, as by the jobs of the server. */
  async wait(milliseconds = MINUTE): Promise<void> {
    this.app.clock.advance(milliseconds)
    this.model.now = this.app.now()
    if (milliseconds > MINUTE || this.model.hasDue()) await this.runJobs()
  }

  async runJobs(): Promise<void> {
    await expireBookings(this.app)
    await expireChanges(this.app)
    await offerFreeSeats(this.app)
    this.model.expire()
    await this.#acceptOffers()
  }

  /** Each day offers one seat at a time, to the first in line who has no other offer. */
  async #acceptOffers(): Promise<void> {
    const { model } = this
    const made = (await rows(this.app.db.read, 'seat_offers')).filter(({ state }) => state === 'open')
    for (const day of [...new Set(model.waiting.map((entry) => entry.day))].toSorted()) {
      const expiresAt = model.offerEnd(day)
      const isOffered = model.waiting.some((entry) => entry.day === day && entry.offer)
      if (day < model.today || model.closedDays.has(day) || isOffered || expiresAt === undefined) continue
      const hasOffer = (email: string) => model.waiting.some((entry) => entry.email === email && entry.offer)
      const next = model.waiting.find((entry) => entry.day === day && !hasOffer(entry.email))
      if (!next || model.free(day) < 1) continue
      const offer = made.find(({ entry_id }) => entry_id === next.id)
      next.offer = { id: offer?.id ?? 'missing', expiresAt }
    }
    const expected = model.waiting.flatMap(({ id, offer }) => (offer ? [`${id} ${offer.expiresAt}`] : []))
    expect(made.map((offer) => `${offer.entry_id} ${Date.parse(offer.expires_at)}`).toSorted(), 'offers').toEqual(
      expected.toSorted(),
    )
  }

  /** The database holds what the model holds. */
  async verify(): Promise<void> {
    const { app, model } = this
    const db = app.db.read
    const days = await db.selectFrom('seat_days').select(['day', 'taken', 'short']).execute()
    const countOf = (seats: 'taken' | 'short') =>
      Object.fromEntries(days.filter((day) => day[seats] > 0).map((day) => [day.day, day[seats]]))
    expect(countOf('taken'), 'taken seats').toEqual(withoutZeros(model.takenByDay()))
    expect(countOf('short'), 'missing seats').toEqual(withoutZeros(model.shortByDay()))
    expect(await miscountedDays(app), 'miscounted days').toEqual([])
    expect(await findRoomMistakes(app), 'room mistakes').toEqual([])
    const states = (await rows(db, 'bookings')).map((row) => [row.id, row.state, row.start_date, row.end_date])
    expect(states.toSorted(), 'bookings').toEqual(
      model.bookings.map(({ id, state, start, end }) => [id, state, start, end]).toSorted(),
    )
    const slots = await rows(db, 'room_slots')
    expect(slots.map((row) => `${row.room_id} ${row.day} ${row.slot}`).toSorted(), 'slots').toEqual(
      model.reservations
        .flatMap((reserved) => listAllSlots(reserved).map((slot) => `${reserved.room.id} ${reserved.day} ${slot}`))
        .toSorted(),
    )
    await this.#verifyBalances()
  }

  /** A balance is stored when it is first needed. */
  async #verifyBalances(): Promise<void> {
    const balances = await rows(this.app.db.read, 'room_balances')
    const keyOf = (id: string, bucket: string) => `${id} ${bucket}`
    const stored = Object.fromEntries(balances.map((row) => [keyOf(row.booking_id, row.bucket), row.minutes]))
    const expected = Object.fromEntries(
      balances.map(({ booking_id, bucket }) => {
        const booking = this.model.bookings.find(({ id }) => id === booking_id)
        return [keyOf(booking_id, bucket), booking && this.model.minutesLeft(booking, bucket)]
      }),
    )
    expect(stored, 'balances').toEqual(expected)
    for (const { booking, used } of this.model.reservations)
      for (const { bucket } of used) expect(stored, 'used balance').toHaveProperty([keyOf(booking.id, bucket)])
  }
}

const withoutZeros = (seats: ReadonlyMap<IsoDate, number>): Record<string, number> =>
  Object.fromEntries([...seats].filter(([, count]) => count > 0))

/** What each seat includes a month. */
const INCLUDED = new Map([
  ['explorer', { minutes: 0, guests: 0 }],
  ['professional', { minutes: 480, guests: 0 }],
  ['enterprise', { minutes: 0, guests: 5 }],
  ['private-office', { minutes: 0, guests: 0 }],
] as const)
