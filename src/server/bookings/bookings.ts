import { randomInt } from 'node:crypto'
import { type BookingView, type extendHold, HOLD_CROWDED, type placeBooking } from '#contract/bookings.ts'
import { quoteChoices, readChoices } from '#contract/choices.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { soldOut, type Taken } from '#contract/sold-out.ts'
import { bookingReference, extendedHold, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { deskContactProblems } from '#domain/draft.ts'
import { seatsOf } from '#domain/plan.ts'
import { quote } from '#domain/quote.ts'
import { salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import { compiled } from '../db/compiled.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { holdBooking } from '../db/holding.ts'
import { answeredBefore, type Keyed, keyed } from '../db/keyed.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import { currentCatalogue } from '../prices/prices.ts'
import { bookingSecret, networkHash, opensBooking } from '../secrets.ts'
import { bookingView, type Counter, extensionsLeft, linesOf, newBooking, searchedIn } from './booking-row.ts'
import { closingOf } from './closing.ts'
import { capacityOf, claimOf, claimSeats, holdDays, type SeatClaim, takenSeats } from './seats.ts'
import { moveBooking } from './transitions.ts'
import { isCrowdedByHolds } from './unpaid-transfers.ts'

type Placed = Output<typeof placeBooking>

/**
 * Places a booking: validates and prices it anew, takes its seats and holds them. Whatever stands in the way now, a
 * request whose key was answered before gets the same answer again.
 */
export async function place(
  app: App,
  input: Input<typeof placeBooking>,
  key: string,
  counter?: Counter,
  address?: string,
): Promise<Outcome<Placed>> {
  const { replaces: _, unanswered: __, ...choices } = input
  const request = keyed(key, counter ? [choices, counter.asked] : choices)
  const network = address === undefined ? null : networkHash(app.bookingKey, address)
  const outcome = await placeAnew(app, input, request, counter, network)
  if (!outcome.ok) return (await earlierAnswer(app, request)) ?? outcome
  app.bell.ring()
  return outcome
}

async function placeAnew(
  app: App,
  input: Input<typeof placeBooking>,
  request: Keyed,
  counter: Counter | undefined,
  network: string | null,
): Promise<Outcome<Placed>> {
  const rule = counter && deskContactProblems
  // Walk-ins are taken until closing time.
  const sales = salesAt(app.catalogue.locations, app.now(), counter ? 0 : app.env.sameDayCutoffMinutes)
  const choices = readChoices(input, await currentCatalogue(app, app.db.read), sales, rule)
  if (!choices.ok) return choices
  const draft = choices.value
  const outcome = await app.db.write<Placed>(async (db) => {
    const stands = counter && (await standsAlready(db, request, counter.unanswered))
    if (stands) return stands
    const { lines, total, coverage } = quote(quoteChoices(draft), await currentCatalogue(app, db)) ?? {}
    // Staff may have stopped selling it by the week since the choices were read.
    if (!lines || total === undefined || !coverage) return fail('unavailable')
    if (input.totalAmount !== undefined && input.totalAmount !== total)
      return fail('price_changed', { totalAmount: total })
    const claim = { locationId: draft.locationId, from: coverage.from, to: coverage.to, seats: seatsOf(draft.planId) }
    await giveUpHolds(app, db, input, claim)
    if (!(await claimSeats(db, claim, capacityOf(app, claim.locationId)))) return fail('sold_out')
    const booking = await insertBooking(
      app,
      db,
      newBooking(app, draft, { lines, total, coverage }, request, counter, network),
    )
    if (!booking) return fail('in_flight')
    await recordEvent(db, 'booking_new', booking.id, app.now())
    const finished = await counter?.finish(db, booking)
    return finished?.ok === false ? finished : succeed(placed(app, booking))
  })
  if (outcome.ok || outcome.failure.code !== 'sold_out') return outcome
  const catalogue = await currentCatalogue(app, app.db.read)
  const taken: Taken = (range) => takenSeats(app.db.read, range)
  return { ok: false, failure: await soldOut(draft, catalogue, sales, taken) }
}

/**
 * Why a counter's request is not placed: it has come before, or an earlier try has booked. Every key is noted, in one
 * order: a try that is being placed right now is waited for, and one that comes later finds its key taken.
 */
async function standsAlready(
  db: Queries,
  request: Keyed,
  unanswered: readonly string[],
): Promise<Outcome<never> | undefined> {
  let isKnown = false
  for (const key of [...new Set([request.key, ...unanswered])].toSorted())
    if ((await answeredBefore(db, { ...request, key })) && key === request.key) isKnown = true
  if (isKnown) return fail('in_flight')
  if (unanswered.length === 0) return undefined
  const booked = await db
    .selectFrom('bookings')
    .select('id')
    .where('idempotency_key', 'in', unanswered)
    .executeTakeFirst()
  return booked && fail('already_done', { bookingId: booked.id })
}

/** A booking to the one who holds its secret; a wrong secret and an unknown id are the same answer. */
export async function readBooking(app: App, id: string, secret: string): Promise<Outcome<BookingView>> {
  const booking = await ownBooking(app, app.db.read, id, secret)
  return booking ? succeed(await bookingView(app, booking)) : fail('not_found')
}

/** Extends a hold by `HOLD_MINUTES`, up to three times and never beyond the closing time of the last covered day. */
export async function extend(app: App, id: string, secret: string): Promise<Outcome<Output<typeof extendHold>>> {
  return app.db.write(async (db) => {
    const booking = await ownBooking(app, db, id, secret)
    if (!booking) return fail('not_found')
    const running = booking.state === 'held' && booking.expires_at !== null && booking.expires_at > instant(app.now())
    if (!running || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expires_at) return fail('no_more_extensions')
    if (await isCrowdedByHolds(app, db, booking)) return fail('no_more_extensions', { message: HOLD_CROWDED })
    const held = { expiresAt: Date.parse(booking.expires_at), closesAt: closingOf(app, booking) }
    const until = extendedHold(held, app.env.holdMinutes * 60_000)
    if (until === undefined) return fail('no_more_extensions')
    const expiresAt = instant(until)
    const { numUpdatedRows } = await db
      .updateTable('bookings')
      .set({ expires_at: expiresAt, extensions: booking.extensions + 1, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .where('expires_at', '=', booking.expires_at)
      .where('extensions', '=', booking.extensions)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
    return succeed({
      expiresAt,
      extensionsLeft: extensionsLeft(app, { ...booking, expires_at: expiresAt, extensions: booking.extensions + 1 }),
    })
  })
}

export async function ownBooking(app: App, db: Queries, id: string, secret: string): Promise<BookingTable | undefined> {
  if (!opensBooking(app.bookingKey, id, secret)) return undefined
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Whoever goes back and changes their mind must not stand in their own way. What is paid or announced stays; and if
 * the new booking fails, the holds are as they were.
 */
async function giveUpHolds(
  app: App,
  db: Queries,
  { replaces, unanswered = [] }: Pick<Input<typeof placeBooking>, 'replaces' | 'unanswered'>,
  next: SeatClaim,
): Promise<void> {
  const ids = new Set(await bookedUnder(db, unanswered))
  if (replaces && opensBooking(app.bookingKey, replaces.bookingId, replaces.secret)) ids.add(replaces.bookingId)
  const held: BookingTable[] = []
  for (const id of [...ids].toSorted()) {
    const booking = await holdBooking(db, id)
    if (booking?.state === 'held') held.push(booking)
  }
  if (held.length === 0) return
  await holdDays(db, [...held.map(claimOf), next])
  for (const booking of held) await moveBooking(db, booking, 'cancelled', app.now())
}

async function bookedUnder(db: Queries, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('bookings').select('id').where('idempotency_key', 'in', keys).execute()
  return rows.map(({ id }) => id)
}

async function earlierAnswer(app: App, request: Keyed): Promise<Outcome<Placed> | undefined> {
  const booking = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst()
  if (!booking) return undefined
  return booking.body_hash === request.bodyHash ? succeed(placed(app, booking)) : fail('idempotency_mismatch')
}

const placed = (app: App, booking: BookingTable): Placed => ({
  bookingId: booking.id,
  secret: bookingSecret(app.bookingKey, booking.id),
  totalAmount: booking.total_amount,
  currency: booking.currency,
  lines: linesOf(booking),
  expiresAt: instant(Math.min(Date.parse(booking.created_at) + app.env.holdMinutes * 60_000, closingOf(app, booking))),
})

/** Returns undefined if the key has a booking already. A reference that is taken is drawn again. */
async function insertBooking(
  app: App,
  db: Queries,
  row: ReturnType<typeof newBooking>,
): Promise<BookingTable | undefined> {
  for (;;) {
    const id = bookingReference(
      app.now(),
      Array.from({ length: 4 }, () => randomInt(32)),
    )
    const booking: BookingTable = { ...row, id, search: searchedIn({ ...row, id }) }
    const insert = compiled(db, 'insert booking', () =>
      db
        .insertInto('bookings')
        .values(booking)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    const inserted = await insert(Object.values(booking))
    if (inserted.length > 0) return booking
    const taken = await db
      .selectFrom('bookings')
      .select('id')
      .where('idempotency_key', '=', row.idempotency_key)
      .executeTakeFirst()
    if (taken) return undefined
  }
}
