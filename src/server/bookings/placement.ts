import { randomInt } from 'node:crypto'
import { type CompleteDraft, readBookingInput } from '#contract/booking-input.ts'
import { type BookingView, type extendHold, HOLD_CROWDED, type placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { buildSoldOutFailure } from '#contract/sold-out.ts'
import { RENEWAL_MESSAGES } from '#contract/validation-messages.ts'
import { bookingReference, holdUntilAfterExtension, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { walkInContactProblems } from '#domain/booking-draft.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { quoteDraft } from '#domain/quote.ts'
import { type Sales, salesAt } from '#domain/same-day.ts'
import { countSeatsTaken } from '#domain/team.ts'
import type { App, Result } from '../app.ts'
import { checkFirstDay } from '../closures/current.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import { compileOnce } from '../db/query-cache.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking, SeatOffer } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { claimRenewal, readRenewedDays } from '../memberships/renewals.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { deriveBookingSecret, hashNetwork, matchesSecret } from '../secrets.ts'
import { findBookingOfCustomer, findOwnBooking, getBookingSecret } from './access.ts'
import { fillBlocks } from './blocks.ts'
import { buildBooking, buildSearchText, countExtensionsLeft, parseLines, type WalkInOptions } from './booking.ts'
import { addClaim, toSeatClaim, withdrawClaims } from './claims.ts'
import { computeClosingTime, getClosingTime } from './closing-time.ts'
import { findOfferOfBookings, moveOfferedSeat, takeOffer } from './offers.ts'
import { placeRoomHours } from './placed-hours.ts'
import { failRenewed, type Renewal, readOwnRenewal, readRenewalByStaff } from './renewals.ts'
import { lockDays, readDaySeats, type SeatDays } from './seats.ts'
import { transitionBooking } from './transitions.ts'
import { isCrowdedByHolds } from './unpaid-transfers.ts'
import { loadBookingView } from './view.ts'

type PlacedBooking = Output<typeof placeBooking>

interface PlacementSource {
  walkIn?: WalkInOptions
  /** The visitor's address. */
  address?: string
  /** Opens the membership that the booking renews. */
  secret?: string
}

/** Validates and prices a booking and reserves its seats. A repeated idempotency key returns the first response. */
export async function createBooking(
  app: App,
  input: Input<typeof placeBooking>,
  key: string,
  { walkIn, address, secret = '' }: PlacementSource = {},
): Result<typeof placeBooking> {
  const { replaces: _, unanswered: __, offer: ___, ...choices } = input
  const request = toIdempotentRequest(key, walkIn ? [choices, walkIn.extraInput] : choices)
  const network = address === undefined ? null : hashNetwork(app.bookingKey, address)
  const renewal = await readRenewal(app, input, secret, walkIn !== undefined)
  const outcome = renewal.ok
    ? await writeBooking(app, input, request, { walkIn, network, renewal: renewal.value })
    : renewal
  if (!outcome.ok) return (await findEarlierResponse(app, request)) ?? outcome
  app.notifier.notify()
  return outcome
}

async function readRenewal(
  app: App,
  input: Input<typeof placeBooking>,
  secret: string,
  isByStaff: boolean,
): Promise<Outcome<Renewal | undefined>> {
  if (input.renews === undefined) return succeed(undefined)
  return isByStaff ? readRenewalByStaff(app, input.renews, input) : readOwnRenewal(app, input.renews, input, secret)
}

interface PlacementContext {
  walkIn: WalkInOptions | undefined
  network: string | null
  renewal: Renewal | undefined
}

async function writeBooking(
  app: App,
  input: Input<typeof placeBooking>,
  request: IdempotentRequest,
  context: PlacementContext,
): Result<typeof placeBooking> {
  const { walkIn, network, renewal } = context
  const outcome = await app.db.write<PlacedBooking>(async (db) => {
    const current = await readCurrentCatalogue(app, db)
    const choices = readChoices(app, input, current, context)
    if (!choices.ok) return choices
    const { draft } = choices.value
    const earlier = walkIn && (await findEarlierAttempt(db, request, walkIn.unanswered))
    if (earlier) return earlier
    const { lines, total, coverage } = quoteDraft(draft, current, renewal?.coverage) ?? {}
    if (!lines || total === undefined || !coverage) return fail('unavailable')
    if (input.totalAmount !== undefined && input.totalAmount !== total)
      return fail('price_changed', { totalAmount: total })
    const days = {
      locationId: draft.locationId,
      from: coverage.from,
      to: coverage.to,
      seats: countSeatsTaken(draft),
    }
    // Before the days are locked.
    const offer = await takeOffer(app, db, input.offer, days)
    const { freed, offer: earlierOffer } = await releaseReplacedHolds(app, db, input, days)
    const offerEnd = (offer ?? earlierOffer)?.expires_at
    if (renewal && (await readRenewedDays(db, renewal.membership)).includes(coverage.from)) return failRenewed()
    const booking = await insertBooking(
      app,
      db,
      buildBooking(app, draft, { lines, total, coverage }, request, {
        walkIn,
        network,
        renews: renewal?.membership.id ?? null,
        closesAt: computeClosingTime(current.locations, draft.locationId, coverage.to),
        heldUntil: offerEnd === undefined ? 0 : Date.parse(offerEnd),
      }),
    )
    if (!booking) return fail('in_flight')
    // Another replacement keeps the end of the offer too.
    if (earlierOffer)
      await db.updateTable('seat_offers').set({ booking_id: booking.id }).where('id', '=', earlierOffer.id).execute()
    const hasSeats = offer
      ? await moveOfferedSeat(app, db, offer, booking)
      : await addClaim(app, db, toSeatClaim(booking))
    if (!hasSeats) return fail('sold_out')
    for (const range of freed) await fillBlocks(app, db, range)
    const open = renewal ? succeed(undefined) : await checkFirstDay(db, draft.locationId, coverage.from)
    if (!open.ok) return open
    const hours = await placeRoomHours(app, db, booking, input.rooms ?? [])
    if (!hours.ok) return hours
    if (!(await claimRenewal(db, booking))) return failRenewed()
    await recordEvent(db, 'booking_new', booking.id, app.now())
    const finished = await walkIn?.finish(db, booking)
    return finished?.ok === false ? finished : succeed(toPlacedBooking(app, booking))
  })
  // The fields name a room that is taken; its day has seats.
  if (outcome.ok || outcome.failure.code !== 'sold_out' || outcome.failure.fields) return outcome
  if (renewal) return fail('sold_out', walkIn ? {} : { message: RENEWAL_MESSAGES.full })
  const latest = await readCurrentCatalogue(app, app.db.read)
  const choices = readChoices(app, input, latest, context)
  if (!choices.ok) return choices
  const { draft, sales } = choices.value
  const failure = await buildSoldOutFailure(draft, latest, sales, (range) => readDaySeats(app, app.db.read, range))
  return { ok: false, failure }
}

function readChoices(
  app: App,
  input: Input<typeof placeBooking>,
  current: Catalogue,
  { walkIn, renewal }: PlacementContext,
): Outcome<{ draft: CompleteDraft; sales: Sales }> {
  // The first day of a renewal follows from its membership, so it may be a closed day.
  const catalogue = renewal ? { ...current, locations: app.catalogue.locations } : current
  // Walk-ins and renewals are accepted until closing time.
  const sales = salesAt(catalogue.locations, app.now(), walkIn || renewal ? 0 : app.env.sameDayCutoffMinutes)
  // The end and the seats of a renewal follow from its membership.
  const { endDate: _, ...withoutEnd } = input
  const choices = readBookingInput(
    renewal ? { ...withoutEnd, seats: renewal.seats } : input,
    catalogue,
    sales,
    walkIn && walkInContactProblems,
  )
  return choices.ok ? succeed({ draft: choices.value, sales }) : choices
}

/** Rejects a repeated walk-in. Keys are claimed in one order, so that concurrent attempts cannot deadlock. */
async function findEarlierAttempt(
  db: Queries,
  request: IdempotentRequest,
  unanswered: readonly string[],
): Promise<Outcome<never> | undefined> {
  let isKnown = false
  for (const key of [...new Set([request.key, ...unanswered])].toSorted())
    if ((await claimIdempotencyKey(db, { ...request, key })) && key === request.key) isKnown = true
  if (isKnown) return fail('in_flight')
  if (unanswered.length === 0) return undefined
  const booked = await db
    .selectFrom('bookings')
    .select('id')
    .where('idempotency_key', 'in', unanswered)
    .executeTakeFirst()
  return booked && fail('already_done', { bookingId: booked.id })
}

/** A wrong secret and an unknown id get the same response. With the secret of a payment link nothing can be changed. */
export async function readBooking(app: App, id: string, secret: string): Promise<Outcome<BookingView>> {
  const booking = await findOwnBooking(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  const view = await loadBookingView(app, booking)
  const isOwn = matchesSecret(secret, getBookingSecret(app, booking))
  return succeed(
    isOwn ? view : { ...view, actions: NO_ACTIONS, people: undefined, guests: undefined, rooms: undefined },
  )
}

/** Of a payment link. */
const NO_ACTIONS: BookingView['actions'] = {
  cancel: null,
  move: null,
  renew: null,
  hours: null,
  changeDetails: false,
  resend: false,
  refundAccount: false,
}

/** Extends a hold by `HOLD_MINUTES`, up to `MAX_HOLD_EXTENSIONS` times and never past closing time. */
export async function extendBookingHold(app: App, id: string, secret: string): Result<typeof extendHold> {
  return app.db.write(async (db) => {
    const booking = await findOwnBooking(app, db, id, secret)
    if (!booking) return fail('not_found')
    const isActive = booking.state === 'held' && booking.expires_at !== null && booking.expires_at > instant(app.now())
    if (!isActive || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expires_at) return fail('no_more_extensions')
    if (await isCrowdedByHolds(app, db, booking)) return fail('no_more_extensions', { message: HOLD_CROWDED })
    const held = { expiresAt: Date.parse(booking.expires_at), closesAt: getClosingTime(app, booking) }
    const until = holdUntilAfterExtension(held, app.env.holdMinutes * 60_000)
    if (until === undefined) return fail('no_more_extensions')
    const expiresAt = instant(until)
    await db
      .updateTable('bookings')
      .set({ expires_at: expiresAt, extensions: booking.extensions + 1, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .where('expires_at', '=', booking.expires_at)
      .where('extensions', '=', booking.extensions)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Conflict())
    return succeed({
      expiresAt,
      extensionsLeft: countExtensionsLeft(app, {
        ...booking,
        expires_at: expiresAt,
        extensions: booking.extensions + 1,
      }),
    })
  })
}

interface ReplacedHolds {
  freed: SeatDays[]
  /** The offer that one of them took over, if the new booking is for its seat. */
  offer?: SeatOffer | undefined
}

/** Releases the visitor's earlier holds, which remain if the new booking fails. Returns what they held. */
async function releaseReplacedHolds(
  app: App,
  db: Queries,
  { replaces, unanswered = [] }: Pick<Input<typeof placeBooking>, 'replaces' | 'unanswered'>,
  next: SeatDays,
): Promise<ReplacedHolds> {
  const ids = new Set(await findBookingIdsByKeys(db, unanswered))
  const replaced = replaces && (await findBookingOfCustomer(app, db, replaces.bookingId, replaces.secret))
  if (replaced) ids.add(replaced.id)
  const held: Booking[] = []
  for (const id of [...ids].toSorted()) {
    const booking = await lockBooking(db, id)
    if (booking?.state === 'held') held.push(booking)
  }
  if (held.length === 0) return { freed: [] }
  await lockDays(db, [...held.map(toSeatClaim), next])
  const freed = await withdrawClaims(db, held.map(toSeatClaim))
  for (const booking of held) await transitionBooking(app, db, booking, 'cancelled')
  const heldIds = held.map(({ id }) => id)
  return { freed, offer: await findOfferOfBookings(db, heldIds, next) }
}

async function findBookingIdsByKeys(db: Queries, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('bookings').select('id').where('idempotency_key', 'in', keys).execute()
  return rows.map(({ id }) => id)
}

async function findEarlierResponse(app: App, request: IdempotentRequest): Promise<Outcome<PlacedBooking> | undefined> {
  const booking = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst()
  if (!booking) return undefined
  return booking.body_hash === request.bodyHash ? succeed(toPlacedBooking(app, booking)) : fail('idempotency_mismatch')
}

const toPlacedBooking = (app: App, booking: Booking): PlacedBooking => ({
  bookingId: booking.id,
  // The first response again: the key does not open a link that staff have replaced.
  secret: deriveBookingSecret(app.bookingKey, booking.id),
  totalAmount: booking.total_amount,
  currency: booking.currency,
  lines: parseLines(booking),
  expiresAt:
    booking.expires_at ??
    instant(Math.min(Date.parse(booking.created_at) + app.env.holdMinutes * 60_000, getClosingTime(app, booking))),
})

/** Returns undefined if the key has a booking. A duplicate reference is regenerated. */
async function insertBooking(
  app: App,
  db: Queries,
  row: ReturnType<typeof buildBooking>,
): Promise<Booking | undefined> {
  for (;;) {
    const id = bookingReference(
      app.now(),
      Array.from({ length: 4 }, () => randomInt(32)),
    )
    const booking: Booking = { ...row, id, search: buildSearchText({ ...row, id }) }
    const insert = compileOnce(db, 'insert booking', () =>
      db
        .insertInto('bookings')
        .values(booking)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    const inserted = await insert(Object.values(booking))
    if (inserted.length > 0) return booking
    const existing = await db
      .selectFrom('bookings')
      .select('id')
      .where('idempotency_key', '=', row.idempotency_key)
      .executeTakeFirst()
    if (existing) return undefined
  }
}
