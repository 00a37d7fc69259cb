import { addDays, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { type Paisa, paisa, rupees, ZERO } from '#domain/money.ts'
import { TOURS_PER_SLOT } from '#domain/tour.ts'
import type { App } from '../../app.ts'
import { setArrival } from '../../desk/arrivals.ts'
import { addNote } from '../../desk/booking-edits.ts'
import { cancel, reject } from '../../desk/cancellation.ts'
import { readList, save } from '../../desk/closures.ts'
import { move } from '../../desk/move.ts'
import { createPaymentLink } from '../../desk/payment-link.ts'
import { sendDueEmails } from '../../mail/outbox.ts'
import { expireMemberships } from '../../memberships/lifecycle.ts'
import { editMembership } from '../../memberships/list.ts'
import { saveMessage } from '../../messages/contact.ts'
import { setMessageStatus } from '../../messages/list.ts'
import { saveSubscriber } from '../../messages/newsletter.ts'
import { createRefund } from '../../payments/refunds.ts'
import { changePrices, readPrices } from '../../prices/revisions.ts'
import { invite } from '../../staff/invitations.ts'
import type { Staff } from '../../staff/sessions.ts'
import { ensureFirstOwner } from '../../staff/sign-in.ts'
import { createTour, readTourChoices, toTourRequest } from '../../tours/booking.ts'
import { Business, type SampleChoices, unwrap } from './business.ts'
import { HELD_DAYS_AHEAD, MESSAGES, PAYMENT_SCENARIOS, PLANS, SUBSCRIBERS, TOUR_VISITORS } from './samples.ts'
import { leaveNotes, signTills } from './tills.ts'
import { reserveRooms, seedTeams, seedVisits } from './visits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAYS = 13
const BOOKINGS_PER_DAY = 3
const ROOM_DAYS_AHEAD = 10
/** The last booking of the day on which a till is short. */
const SHORT_TILL = 35

/** Two weeks of sample data for every staff screen. Returns the message about a new first owner. */
export async function seedFortnight(app: App, setClock: (instant: number) => void): Promise<string | undefined> {
  const end = app.now()
  setClock(kathmanduInstant(addDays(kathmanduDate(end), -DAYS)))
  const message = await ensureFirstOwner(app)
  const business = new Business(app, setClock, end, await loadFirstOwner(app))
  await seedTeams(business, -DAYS)
  await seedEveryDay(business)
  await seedReviewQueue(business)
  await seedToday(business)
  await seedClosures(business)
  return message
}

/** Three bookings a day, paid by the scenarios in rotation; staff confirm two hours later. */
async function seedEveryDay(business: Business): Promise<void> {
  for (let number = 0; number < DAYS * BOOKINGS_PER_DAY; number++) {
    const day = Math.floor(number / BOOKINGS_PER_DAY) - DAYS
    const hour = 9 + 4 * (number % BOOKINGS_PER_DAY)
    await business.at(day, hour)
    if (number % BOOKINGS_PER_DAY === 0) await reserveRooms(business, day)
    const starts = day + ((number * 5) % 17)
    const planId = PLANS[(number + Math.floor(number / BOOKINGS_PER_DAY)) % PLANS.length] ?? 'explorer'
    const choices: SampleChoices = { planId, billing: number % 4 === 0 ? 'weekly' : 'monthly', starts }
    const scenario = PAYMENT_SCENARIOS[number % PAYMENT_SCENARIOS.length]
    if (scenario === 'cash') await business.walkIn(choices, 'cash')
    else {
      const booked = await business.book(choices)
      if (scenario === 'esewa') await business.esewa(booked, 'pay')
      if (scenario === 'failed') await business.esewa(booked, 'fail')
      const transfer = scenario === 'transfer' ? await business.attempt(booked, 'bank_transfer') : undefined
      const toApprove = scenario === 'receipt' ? (await business.receipt(booked)).attempt : transfer
      await business.at(day, hour + 2)
      if (toApprove) await business.approve(toApprove)
    }
    if (number === 5) await raisePrice(business)
    if (number % BOOKINGS_PER_DAY === BOOKINGS_PER_DAY - 1) {
      await business.at(day, 20)
      await signTills(business, addDays(business.today, day), number === SHORT_TILL ? rupees(500) : ZERO)
    }
  }
}

/** Changes, cancellations and one payment of each kind that needs review. */
async function seedReviewQueue(business: Business): Promise<void> {
  const [app, staff] = [business.app, business.staff]
  const cancelled = await business.paid({ planId: 'professional', starts: 21 })
  await cancelBooking(business, cancelled, 'Moves abroad')
  await refund(business, cancelled.attempt, cancelled.attempt.amount, 'Cancelled in time')
  const refundDue = await business.paid({ planId: 'enterprise', starts: 24 })
  await cancelBooking(business, refundDue, 'Trip put off')
  const partlyRefunded = await business.paid({ planId: 'professional', starts: 6 })
  const tenth = paisa(Math.floor(partlyRefunded.attempt.amount / 1_000) * 100)
  await refund(business, partlyRefunded.attempt, tenth, 'A day without power')

  const moved = await business.paid({ planId: 'explorer', starts: 9 })
  const startDate = addDays(business.today, 12)
  unwrap(await move(app, staff, moved.bookingId, { version: await business.version(moved), startDate }))
  unwrap(await addNote(app, staff, moved.bookingId, { body: 'Asked for a desk by the window.' }, crypto.randomUUID()))
  const invoice = { body: 'Needs an invoice in the name of the company.' }
  unwrap(await addNote(app, staff, partlyRefunded.bookingId, invoice, crypto.randomUUID()))
  const later = await business.walkIn({ planId: 'professional', starts: 3 }, 'later')
  unwrap(await createPaymentLink(app, staff, later, { delivery: 'email' }, crypto.randomUUID()))

  const paidTwice = await business.book({ planId: 'explorer', starts: 8 })
  const first = await business.attempt(paidTwice, 'esewa')
  await business.esewa(paidTwice, 'pay')
  await business.finish(first, 'pay')
  await business.esewa(await business.book({ planId: 'professional', starts: 5 }), 'altered')
  const rejected = await business.book({ planId: 'explorer', starts: 4 })
  const open = await business.attempt(rejected, 'esewa')
  const rejection = { version: await business.version(rejected), reason: 'The room is let to a class on that day' }
  unwrap(await reject(app, staff, rejected.bookingId, rejection))
  await business.finish(open, 'pay')

  await business.attempt(await business.book({ planId: 'enterprise', starts: 7 }), 'bank_transfer')
  await business.receipt(await business.book({ planId: 'professional', starts: 1 }))
  const { file } = await business.receipt(await business.book({ planId: 'explorer', starts: 2 }))
  await business.receipt(await business.book({ planId: 'professional', starts: 2 }), { file })
  await business.receipt(await business.book({ planId: 'enterprise', starts: 3 }), {
    short: rupees(500),
    confidence: 0.62,
  })
  await addMemberNote(business)
}

async function cancelBooking(business: Business, booking: { bookingId: string }, reason: string): Promise<void> {
  const version = await business.version(booking)
  unwrap(await cancel(business.app, business.staff, booking.bookingId, { version, reason }))
}

async function refund(business: Business, { paymentId }: { paymentId: string }, amount: Paisa, reason: string) {
  const manual = { channel: 'manual', amount, reason, reference: 'OUT-20931' } as const
  unwrap(await createRefund(business.app, paymentId, manual, business.staff, crypto.randomUUID()))
}

/** Visitors of today, rooms, guests, tours, messages and held bookings. */
async function seedToday(business: Business): Promise<void> {
  const app = business.app
  const firstMessage = business.end - MESSAGES.length * 25 * MINUTE_MS
  // In the morning, before same-day sales end.
  business.advanceTo(Math.min(kathmanduInstant(business.today) + 9 * HOUR_MS, firstMessage))
  const arrivedIds: string[] = []
  for (const locationId of ['kausimaa', 'dhobighat-hub'] as const) {
    arrivedIds.push((await business.paid({ locationId, planId: 'explorer', starts: 0 })).bookingId)
    await business.paid({ locationId, planId: 'explorer', starts: 0 })
    arrivedIds.push(await business.walkIn({ locationId, planId: 'explorer', starts: 0 }, 'cash'))
  }
  for (let day = 0; day <= ROOM_DAYS_AHEAD; day++) await reserveRooms(business, day)
  await seedVisits(business)
  await leaveNotes(business)
  await seedTours(business)
  for (const [number, message] of MESSAGES.entries()) {
    business.advanceTo(firstMessage + number * 25 * MINUTE_MS)
    unwrap(await saveMessage(app, message))
  }
  const newest = await app.db.read.selectFrom('messages').select('id').orderBy('created_at', 'desc').execute()
  const done = newest[MESSAGES.length - 1]
  if (done) unwrap(await setMessageStatus(app, business.staff, done.id, { done: true }))
  for (const email of SUBSCRIBERS) unwrap(await saveSubscriber(app, email))
  const desk = { email: 'desk@example.com', role: 'desk', workplaces: ['kausimaa'] } as const
  unwrap(await invite(app, business.staff, { ...desk, workplaces: [...desk.workplaces] }))
  // A run just after midnight is still on the day before.
  business.advanceTo(kathmanduInstant(business.today))
  for (const id of arrivedIds)
    unwrap(await setArrival(app, business.staff, id, { date: business.today, arrived: true, expectedArrivedAt: null }))
  for (const starts of HELD_DAYS_AHEAD) await business.book({ starts })
  await expireMemberships(app)
  business.advanceTo(business.end)
  await sendDueEmails(app)
}

/** Two tours at the same time today, and one tomorrow. */
async function seedTours({ app, today }: Business): Promise<void> {
  for (const [number, visitor] of TOUR_VISITORS.entries()) {
    const date = addDays(today, Math.floor(number / TOURS_PER_SLOT))
    const request = toTourRequest({ locationId: 'kausimaa', date, time: '15:00', ...visitor }, crypto.randomUUID())
    const choices = unwrap(await readTourChoices(app, app.db.read, request.input))
    unwrap(await createTour(app, request, choices))
  }
}

/** The holidays of the sample list, unless the list was ever changed. Last, as they could close days of sample bookings. */
async function seedClosures({ app, staff }: Business): Promise<void> {
  const { version, samples: closures } = unwrap(await readList(app))
  if (version > 0) return
  const saved = await save(app, staff, { version, closures })
  if (saved.ok) return
  const { key } = saved.failure.current as { key: string }
  unwrap(await save(app, staff, { version, closures, affected: key }))
}

/** Changes a location without day passes, so that no quote changes. */
async function raisePrice(business: Business): Promise<void> {
  const { version, amounts } = unwrap(await readPrices(business.app))
  const cell = 'jhamsikhel-loft/explorer/daily'
  const changes = { [cell]: (amounts[cell] ?? 0) + rupees(50) }
  unwrap(await changePrices(business.app, business.staff, { version, changes }))
}

async function addMemberNote(business: Business): Promise<void> {
  const [row] = await business.app.db.read
    .selectFrom('memberships')
    .select(['id', 'version'])
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  if (!row) throw new Error('there is no active membership')
  const change = { version: row.version, autoRenew: true, notes: 'Has a locker; key 14.' }
  unwrap(await editMembership(business.app, business.staff, row.id, change))
}

async function loadFirstOwner(app: App): Promise<Staff> {
  const { id, email, name } = await app.db.read
    .selectFrom('staff')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const at = new Date(app.now()).toISOString() as Staff['endsAt']
  const none = { tokenHash: '', sessionId: '', signedInAt: at, passwordEnteredAt: at, endsAt: at }
  return { id, email, name, role: 'owner', workplaces: null, ...none }
}
