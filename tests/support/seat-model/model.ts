import {
  addDays,
  addMonths,
  type ClockTime,
  daysBetween,
  type IsoDate,
  kathmanduDate,
  kathmanduInstant,
  listDays,
  weekday,
} from '#domain/calendar.ts'
import type { OpeningHours } from '#domain/location.ts'
import type { PlanId } from '#domain/plan.ts'
import type { Room } from '#domain/room.ts'

export interface Days {
  start: IsoDate
  end: IsoDate
}

/** A move that waits for its payment, at the percentage of the usual prices. */
export interface ModelChange extends Days {
  id: string
  expiresAt: number
  percent: number
}

export interface ModelBooking extends Days {
  id: string
  secret: string
  plan: PlanId
  period: 'daily' | 'weekly' | 'monthly'
  periods: number
  /** Taken on each day. */
  seats: number
  guestPasses: number
  boughtMinutes: number
  state: 'held' | 'confirmed' | 'cancelled' | 'expired'
  expiresAt: number
  /** The percentage of the usual prices that was paid. */
  percent: number
  moves: number
  isShortened: boolean
  /** The last instant of a move by the customer, once the booking is confirmed. */
  movableUntil: number | undefined
  change: ModelChange | undefined
  hadUnpaidChange: boolean
  purchase: { id: string; minutes: number; expiresAt: number } | undefined
}

interface ModelBlock extends Days {
  id: string
  /** Taken and missing seats by day. */
  claimed: Map<IsoDate, number>
  short: Map<IsoDate, number>
}

export interface ModelReservation {
  id: string
  booking: ModelBooking
  room: Room
  day: IsoDate
  /** Half hours since midnight, without the buffer. */
  from: number
  to: number
  used: { bucket: string; minutes: number }[]
}

interface ModelEntry {
  id: string
  email: string
  day: IsoDate
  offer: { id: string; expiresAt: number } | undefined
}

/** What one location holds, in plain lists. Written without the code of the server. */
export class SeatModel {
  now = 0
  /** Of the usual prices. */
  percent = 100
  readonly bookings: ModelBooking[] = []
  guests: { id: string; booking: ModelBooking; day: IsoDate }[] = []
  blocks: ModelBlock[] = []
  reservations: ModelReservation[] = []
  /** Open entries, the first in line first. */
  waiting: ModelEntry[] = []
  readonly closedDays = new Set<IsoDate>()
  /** Seats from a day on. */
  readonly seatChanges = new Map<IsoDate, number>()
  readonly #seats: number
  readonly #hours: OpeningHours
  /** Of each seat and month. */
  readonly #included: ReadonlyMap<PlanId, { minutes: number; guests: number }>

  constructor(seats: number, hours: OpeningHours, included: ReadonlyMap<PlanId, { minutes: number; guests: number }>) {
    this.#seats = seats
    this.#hours = hours
    this.#included = included
  }

  get today(): IsoDate {
    return kathmanduDate(this.now)
  }

  get holding(): ModelBooking[] {
    return this.bookings.filter(({ state }) => state === 'held' || state === 'confirmed')
  }

  seatsOn(day: IsoDate): number {
    const from = [...this.seatChanges.keys()].filter((first) => first <= day).toSorted()
    return this.seatChanges.get(from.at(-1) ?? day) ?? this.#seats
  }

  /** The taken seats of every day with one. */
  takenByDay(): Map<IsoDate, number> {
    const taken = new Map<IsoDate, number>()
    const add = (day: IsoDate, seats: number) => taken.set(day, (taken.get(day) ?? 0) + seats)
    for (const booking of this.holding) for (const day of this.daysHeld(booking)) add(day, booking.seats)
    for (const { day } of this.guests) add(day, 1)
    for (const { day, offer } of this.waiting) if (offer) add(day, 1)
    for (const { claimed } of this.blocks) for (const [day, seats] of claimed) add(day, seats)
    return taken
  }

  shortByDay(): Map<IsoDate, number> {
    const missing = new Map<IsoDate, number>()
    for (const { short } of this.blocks)
      for (const [day, seats] of short) missing.set(day, (missing.get(day) ?? 0) + seats)
    return missing
  }

  free(day: IsoDate): number {
    return this.seatsOn(day) - (this.takenByDay().get(day) ?? 0)
  }

  /** Whether seats are free on all days, except those that are held already. */
  fits(days: readonly IsoDate[], seats: number, held: readonly IsoDate[] = []): boolean {
    const taken = this.takenByDay()
    return days.every((day) => held.includes(day) || (taken.get(day) ?? 0) + seats <= this.seatsOn(day))
  }

  /** Whether unpaid bookings hold more than half of the seats of a day. A team counts itself as one seat. */
  isCrowded(booking: ModelBooking): boolean {
    const held = this.bookings.filter(({ state }) => state === 'held')
    const days = listDays(booking.start, booking.end)
    const fewest = Math.min(...days.map((day) => this.seatsOn(day)))
    return days.some((day) => {
      const there = held.filter(({ start, end }) => start <= day && day <= end)
      return there.reduce((sum, other) => sum + (other === booking ? 1 : other.seats), 0) > fewest / 2
    })
  }

  /** The days of a booking and of its open move. */
  daysHeld({ start, end, change }: ModelBooking): IsoDate[] {
    const days = listDays(start, end)
    return change ? [...new Set([...days, ...listDays(change.start, change.end)])] : days
  }

  daysFrom({ period, periods }: Pick<ModelBooking, 'period' | 'periods'>, start: IsoDate): Days {
    if (period === 'daily') return { start, end: start }
    if (period === 'weekly') return { start, end: addDays(start, 7 * periods - 1) }
    return { start, end: addDays(addMonths(start, periods), -1) }
  }

  opens = (day: IsoDate): number => this.#at(day, 'open')
  closes = (day: IsoDate): number => this.#at(day, 'close')
  #at = (day: IsoDate, edge: 'open' | 'close'): number => kathmanduInstant(day, this.#hours[weekday(day)][edge])

  isClosedPass = ({ plan, start }: ModelBooking): boolean => plan === 'explorer' && this.closedDays.has(start)

  /** 24 hours before the first day opens; for a day pass of a closed day 90 days after it. */
  lastMove(booking: ModelBooking): number {
    if (this.isClosedPass(booking)) return kathmanduInstant(addDays(booking.start, 90))
    return booking.movableUntil ?? this.opens(booking.start) - 24 * 3_600_000
  }

  confirm(booking: ModelBooking): void {
    booking.movableUntil ??= this.opens(booking.start) - 24 * 3_600_000
    booking.state = 'confirmed'
  }

  /** Guests of other days and all rooms are released. A limit that has passed remains. */
  moveTo(booking: ModelBooking, days: Days): void {
    const last = this.lastMove(booking)
    const next = booking.state === 'confirmed' ? this.opens(days.start) - 24 * 3_600_000 : undefined
    booking.movableUntil = this.now > last ? last : next
    Object.assign(booking, days, { change: undefined })
    this.#dropGuests(booking, ({ day }) => day < days.start || day > days.end)
    this.returnRooms(booking, this.today)
  }

  end(booking: ModelBooking, state: 'cancelled' | 'expired'): void {
    Object.assign(booking, { state, change: undefined, purchase: undefined })
    this.#dropGuests(booking, () => true)
    this.returnRooms(booking, this.today)
  }

  endToday(booking: ModelBooking): void {
    Object.assign(booking, { end: this.today, isShortened: true, purchase: undefined })
    this.#dropGuests(booking, ({ day }) => day > this.today)
    this.returnRooms(booking, addDays(this.today, 1))
  }

  /** Guests of past days remain. */
  #dropGuests(booking: ModelBooking, isDropped: (guest: { day: IsoDate }) => boolean): void {
    const { today } = this
    this.guests = this.guests.filter((guest) => guest.booking !== booking || guest.day < today || !isDropped(guest))
  }

  returnRooms(booking: ModelBooking, from: IsoDate): void {
    this.reservations = this.reservations.filter(
      ({ booking: owner, day, to }) => owner !== booking || day < from || timeOf(day, to) <= this.now,
    )
  }

  /** Blocks take the seats that they lack as soon as some are free, the oldest first. */
  fillBlocks(): void {
    for (const { short, claimed } of this.blocks)
      for (const [day, missing] of short) {
        const seats = Math.min(missing, Math.max(0, this.free(day)))
        claimed.set(day, (claimed.get(day) ?? 0) + seats)
        short.set(day, missing - seats)
      }
  }

  /** Half hours of a room and day that are reserved or a buffer. */
  slotsOf(room: Room, day: IsoDate): Set<number> {
    const reserved = this.reservations.filter((other) => other.room.id === room.id && other.day === day)
    return new Set(reserved.flatMap(listAllSlots))
  }

  /** The first day of the booking's own week or month that contains a day. */
  bucketOf({ period, start }: ModelBooking, day: IsoDate): string | undefined {
    if (period === 'daily') return undefined
    return period === 'weekly' ? addDays(start, 7 * Math.floor(daysBetween(start, day) / 7)) : start
  }

  minutesLeft(booking: ModelBooking, bucket: string): number {
    const included = this.#includedIn(booking, 'minutes')
    const used = this.reservations
      .filter((reservation) => reservation.booking === booking)
      .flatMap((reservation) => reservation.used.filter((use) => use.bucket === bucket))
    return (bucket === 'bought' ? booking.boughtMinutes : included) - used.reduce((sum, use) => sum + use.minutes, 0)
  }

  /** In each week or month of a booking. A week includes a quarter of a month. */
  #includedIn({ plan, period, seats }: ModelBooking, what: 'minutes' | 'guests'): number {
    const perMonth = this.#included.get(plan)?.[what] ?? 0
    return (period === 'weekly' ? Math.floor(perMonth / 4) : perMonth) * seats
  }

  /** Included guest days of the week or month first, then bought passes. */
  hasGuestDay(booking: ModelBooking, day: IsoDate): boolean {
    const included = this.#includedIn(booking, 'guests')
    const own = this.guests.filter(
      (guest) => guest.booking === booking && guest.day >= booking.start && guest.day <= booking.end,
    )
    const byBucket = Map.groupBy(own, (guest) => this.bucketOf(booking, guest.day))
    const beyond = [...byBucket.values()].reduce((sum, list) => sum + Math.max(0, list.length - included), 0)
    const here = byBucket.get(this.bucketOf(booking, day))?.length ?? 0
    return here < included || beyond < booking.guestPasses
  }

  hasDue(): boolean {
    const due = ({ expiresAt }: { expiresAt: number }) => expiresAt <= this.now
    return (
      this.bookings.some(
        (booking) =>
          (booking.state === 'held' && due(booking)) ||
          [booking.change, booking.purchase].some((open) => open && due(open)),
      ) || this.waiting.some(({ offer }) => offer && due(offer))
    )
  }

  expire(): void {
    for (const booking of this.bookings) {
      if (booking.state === 'held' && booking.expiresAt <= this.now) this.end(booking, 'expired')
      if (booking.change && booking.change.expiresAt <= this.now) booking.change = undefined
      if (booking.purchase && booking.purchase.expiresAt <= this.now) booking.purchase = undefined
    }
    this.waiting = this.waiting.filter(({ offer }) => !offer || offer.expiresAt > this.now)
    this.fillBlocks()
  }

  /** When an offer for a day made now ends; undefined at night and when its sales have ended. */
  offerEnd(day: IsoDate): number | undefined {
    const hour = kathmanduInstant(this.today, '07:00' as ClockTime)
    if (this.now < hour || this.now >= hour + 14 * 3_600_000) return undefined
    const hours = daysBetween(this.today, day) <= 1 ? 2 : 12
    const end = Math.min(this.now + hours * 3_600_000, this.closes(day) - 3_600_000)
    return end > this.now ? end : undefined
  }
}

export const timeOf = (day: IsoDate, slot: number): number => kathmanduInstant(day) + slot * 30 * 60_000

/** With the buffer of the room. */
export const listAllSlots = ({ room, from, to }: Pick<ModelReservation, 'room' | 'from' | 'to'>): number[] =>
  Array.from({ length: to - from + room.bufferMinutes / 30 }, (_, index) => from + index)
