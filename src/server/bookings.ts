import { createHash, randomInt } from 'node:crypto'
import type { BookingView, extendHold, placeBooking } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Failure, fail, type Outcome, succeed } from '#contract/failure.ts'
import { bookingReference, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { isDayPass, periodFor, seatsOf } from '#domain/plan.ts'
import { type Quote, quote } from '#domain/quote.ts'
import type { App } from './app.ts'
import { type CompleteDraft, readChoices } from './choices.ts'
import type { Queries } from './db/database.ts'
import { type BookingTable, type Instant, instant } from './db/schema.ts'
import { recordEvent } from './events.ts'
import { capacityOf, claimSeats, nearestStarts, type SeatClaim } from './seats.ts'
import { hashSecret, matchesHash, newSecret } from './secrets.ts'

type Placed = Output<typeof placeBooking>

/**
 * Places a booking: validates and prices it anew, takes its seats and holds them. The same key gives the same answer;
 * the key, the seats and the booking are written together or not at all.
 */
export async function place(app: App, input: Input<typeof placeBooking>, key: string): Promise<Outcome<Placed>> {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const earlier = await earlierAnswer(app.db.read, key, bodyHash)
  if (earlier) return earlier
  const choices = readChoices(input, app.catalogue, kathmanduDate(app.now()))
  if (!choices.ok) return choices
  const priced = quote(quoteChoices(choices.value), app.catalogue)
  if (!priced?.coverage) throw new Error('a complete draft has a price and dates')
  if (input.totalAmount !== undefined && input.totalAmount !== priced.total)
    return fail('price_changed', { totalAmount: priced.total })
  const claim = claimFor(choices.value, priced)
  const capacity = capacityOf(app, claim.locationId)
  const outcome = await app.db.write<Placed>(async (db) => {
    const answered = await earlierAnswer(db, key, bodyHash)
    if (answered) return answered
    if (!(await claimSeats(db, claim, capacity))) return fail('sold_out')
    const placed = await insertBooking(app, db, choices.value, priced)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency_keys')
      .values({
        key,
        body_hash: bodyHash,
        booking_id: placed.bookingId,
        answer: JSON.stringify(placed),
        created_at: instant(app.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 0) return fail('in_flight')
    await recordEvent(db, 'booking_new', placed.bookingId, app.now())
    return succeed(placed)
  })
  if (outcome.ok) app.bell.ring()
  else if (outcome.failure.code === 'sold_out') return { ok: false, failure: await soldOut(app, choices.value, claim) }
  else if (outcome.failure.code === 'in_flight') return (await earlierAnswer(app.db.read, key, bodyHash)) ?? outcome
  return outcome
}

/** A booking to the one who holds its secret; a wrong secret and an unknown id are the same answer. */
export async function readBooking(app: App, id: string, secret: string): Promise<Outcome<BookingView>> {
  const booking = await ownBooking(app.db.read, id, secret)
  return booking ? succeed(await viewOf(app, booking)) : fail('not_found')
}

/** Keeps the seats for another `HOLD_MINUTES`, three times (decisions 44). */
export async function extend(app: App, id: string, secret: string): Promise<Outcome<Output<typeof extendHold>>> {
  return app.db.write(async (db) => {
    const booking = await ownBooking(db, id, secret)
    if (!booking) return fail('not_found')
    const running = booking.state === 'held' && booking.expires_at !== null && booking.expires_at > instant(app.now())
    if (!running || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expires_at) return fail('no_more_extensions')
    const expiresAt = instant(Date.parse(booking.expires_at) + app.env.holdMinutes * 60_000)
    const { numUpdatedRows } = await db
      .updateTable('bookings')
      .set({ expires_at: expiresAt, extensions: booking.extensions + 1, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .where('extensions', '=', booking.extensions)
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return fail('no_more_extensions')
    return succeed({ expiresAt, extensionsLeft: MAX_HOLD_EXTENSIONS - booking.extensions - 1 })
  })
}

export async function ownBooking(db: Queries, id: string, secret: string): Promise<BookingTable | undefined> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return booking && matchesHash(secret, booking.secret_hash) ? booking : undefined
}

export const claimOf = (booking: BookingTable): SeatClaim => ({
  locationId: booking.location_id,
  from: booking.start_date,
  to: booking.end_date,
  seats: booking.seats,
})

async function earlierAnswer(db: Queries, key: string, bodyHash: string): Promise<Outcome<Placed> | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  return row.body_hash === bodyHash ? succeed(JSON.parse(row.answer) as Placed) : fail('idempotency_mismatch')
}

async function insertBooking(app: App, db: Queries, draft: CompleteDraft, priced: Quote): Promise<Placed> {
  const now = app.now()
  const secret = newSecret()
  const expiresAt = instant(now + app.env.holdMinutes * 60_000)
  const row = bookingRow(app, draft, priced, hashSecret(secret), expiresAt)
  for (;;) {
    const id = bookingReference(
      now,
      Array.from({ length: 4 }, () => randomInt(32)),
    )
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('bookings')
      .values({ ...row, id, search: `${row.search} ${id.toLowerCase()}` })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    // A reference that is taken is drawn again (decisions 41).
    if (Number(numInsertedOrUpdatedRows) === 0) continue
    return { bookingId: id, secret, totalAmount: priced.total, currency: 'NPR', lines: priced.lines, expiresAt }
  }
}

function bookingRow(
  app: App,
  draft: CompleteDraft,
  priced: Quote,
  secretHash: string,
  expiresAt: Instant,
): Omit<BookingTable, 'id'> {
  const { contactInfo: contact } = draft
  const dayPass = isDayPass(draft.planId)
  const { from, to, count } = priced.coverage ?? { from: draft.startDate, to: draft.startDate, count: 1 }
  const created = instant(app.now())
  return {
    secret_hash: secretHash,
    state: 'held',
    location_id: draft.locationId,
    location_name: nameOf(app.catalogue.locations, draft.locationId),
    plan_id: draft.planId,
    plan_name: nameOf(app.catalogue.plans, draft.planId),
    period: periodFor(draft.planId, draft.billing),
    start_date: from,
    end_date: to,
    periods: count,
    start_time: dayPass ? null : draft.startTime,
    end_time: dayPass ? null : draft.endTime,
    seats: seatsOf(draft.planId),
    lines: JSON.stringify(priced.lines),
    total_amount: priced.total,
    currency: 'NPR',
    notes: draft.notes,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone: contact.phone,
    company: contact.company,
    search: `${contact.firstName} ${contact.lastName} ${contact.email}`.toLowerCase(),
    expires_at: expiresAt,
    extensions: 0,
    created_at: created,
    updated_at: created,
  }
}

/** The refusal, with the nearest starts at the same place and the same dates elsewhere, each with its price. */
async function soldOut(app: App, draft: CompleteDraft, claim: SeatClaim): Promise<Failure> {
  const elsewhere = app.catalogue.locations.filter(({ id, available }) => available && id !== claim.locationId)
  const here = (await nearestStarts(app, claim, 2)).map((startDate) => ({
    ...draft,
    startDate,
    endDate: draft.endDate,
  }))
  const there: CompleteDraft[] = []
  for (const location of elsewhere) {
    const [start] = await nearestStarts(app, { ...claim, locationId: location.id }, 1)
    if (start) there.push({ ...draft, locationId: location.id, startDate: start })
  }
  const nearest = [...here, ...there].flatMap((other) => {
    // A chosen end moves along with the start: the offer is for the same number of periods.
    const priced = quote({ ...quoteChoices(draft), locationId: other.locationId }, app.catalogue)
    return priced
      ? [{ locationId: other.locationId, startDate: other.startDate as string, totalAmount: priced.total as number }]
      : []
  })
  return { code: 'sold_out', nearest }
}

const quoteChoices = (draft: CompleteDraft) => ({ ...draft, endDate: draft.endDate || undefined })

function claimFor(draft: CompleteDraft, priced: Quote): SeatClaim {
  const { from, to } = priced.coverage ?? { from: draft.startDate, to: draft.startDate }
  return { locationId: draft.locationId, from, to, seats: seatsOf(draft.planId) }
}

const nameOf = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((known) => known.id === id)?.name ?? id

async function viewOf(app: App, booking: BookingTable): Promise<BookingView> {
  const payments = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .orderBy('created_at')
    .execute()
  return {
    bookingId: booking.id,
    state: booking.state,
    locationId: booking.location_id,
    locationName: booking.location_name,
    planId: booking.plan_id,
    planName: booking.plan_name,
    billing: booking.period,
    startDate: booking.start_date,
    endDate: booking.end_date,
    startTime: booking.start_time,
    endTime: booking.end_time,
    totalAmount: booking.total_amount,
    currency: booking.currency,
    lines: JSON.parse(booking.lines),
    createdAt: booking.created_at,
    expiresAt: booking.expires_at,
    extensionsLeft: booking.state === 'held' ? MAX_HOLD_EXTENSIONS - booking.extensions : 0,
    payments: payments.map((payment) => ({
      paymentId: payment.id,
      method: payment.method,
      state: payment.state,
      amount: payment.amount,
      fee: payment.fee,
      transactionId: payment.provider_reference,
      createdAt: payment.created_at,
    })),
    now: instant(app.now()),
  }
}
