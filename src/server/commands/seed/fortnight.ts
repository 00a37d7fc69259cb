import { addDays, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { paisa, rupees } from '#domain/money.ts'
import type { App } from '../../app.ts'
import { setArrival as markArrival } from '../../desk/arrivals.ts'
import { addNote } from '../../desk/booking-edits.ts'
import { cancel, reject } from '../../desk/cancellation.ts'
import { move } from '../../desk/move.ts'
import { createPaymentLink } from '../../desk/payment-link.ts'
import { sendDueEmails } from '../../mail/outbox.ts'
import { expireMemberships } from '../../memberships/expiry.ts'
import { editMembership as changeMembership } from '../../memberships/list.ts'
import { saveMessage } from '../../messages/contact.ts'
import { setMessageStatus as markMessage } from '../../messages/list.ts'
import { saveSubscriber } from '../../messages/newsletter.ts'
import { createRefund } from '../../payments/refunds.ts'
import { changePrices, readPrices } from '../../prices/revisions.ts'
import { invite } from '../../staff/invitations.ts'
import type { Staff } from '../../staff/sessions.ts'
import { ensureFirstOwner } from '../../staff/sign-in.ts'
import { Business, type SampleChoices, unwrap } from './business.ts'
import { HELD_DAYS_AHEAD, MESSAGES, PAYMENT_SCENARIOS, PLANS, SUBSCRIBERS } from './samples.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAYS = 13
const BOOKINGS_PER_DAY = 3

/**
 * Two weeks of a small business, lived through the product's own services by a clock that `setClock` puts forward: with
 * something on every screen of the staff, and one of each kind that waits for a person. Gives the sentence about the first
 * owner where one had to be made. Throws where a house has no seats left for it.
 */
export async function seedFortnight(app: App, setClock: (instant: number) => void): Promise<string | undefined> {
  const end = app.now()
  setClock(kathmanduInstant(addDays(kathmanduDate(end), -DAYS)))
  const sentence = await ensureFirstOwner(app)
  const business = new Business(app, setClock, end, await loadFirstOwner(app))
  await seedEveryDay(business)
  await seedReviewQueue(business)
  await seedToday(business)
  return sentence
}

/** Three bookings a day, paid in all the ways; what staff have to confirm they confirm two hours later. */
async function seedEveryDay(business: Business): Promise<void> {
  for (let number = 0; number < DAYS * BOOKINGS_PER_DAY; number++) {
    const day = Math.floor(number / BOOKINGS_PER_DAY) - DAYS
    const hour = 9 + 4 * (number % BOOKINGS_PER_DAY)
    await business.at(day, hour)
    const starts = day + ((number * 5) % 17)
    const planId = PLANS[(number + Math.floor(number / BOOKINGS_PER_DAY)) % PLANS.length] ?? 'explorer'
    const wish: SampleChoices = { planId, billing: number % 4 === 0 ? 'weekly' : 'monthly', starts }
    const way = PAYMENT_SCENARIOS[number % PAYMENT_SCENARIOS.length]
    if (way === 'cash') await business.walkIn(wish, 'cash')
    else {
      const booked = await business.book(wish)
      if (way === 'esewa') await business.esewa(booked, 'pay')
      if (way === 'refused') await business.esewa(booked, 'fail')
      const tried = way === 'transfer' ? await business.attempt(booked, 'bank_transfer') : undefined
      const sent = way === 'receipt' ? (await business.receipt(booked)).tried : tried
      await business.at(day, hour + 2)
      if (sent) await business.approve(sent)
    }
    if (number === 5) await raisePrice(business)
  }
}

/** The last days' changes of mind, and one of each kind that waits for a person. */
async function seedReviewQueue(business: Business): Promise<void> {
  const [app, staff] = [business.app, business.staff]
  const gone = await business.paid({ planId: 'professional', starts: 21 })
  unwrap(await cancel(app, staff, gone.bookingId, { version: await business.version(gone), reason: 'Moves abroad' }))
  const { amount } = gone.tried
  const reference = 'OUT-20931'
  const back = { way: 'manual', amount, reason: 'Cancelled in time', reference } as const
  unwrap(await createRefund(app, gone.tried.paymentId, back, staff, crypto.randomUUID()))
  const owed = await business.paid({ planId: 'enterprise', starts: 24 })
  unwrap(await cancel(app, staff, owed.bookingId, { version: await business.version(owed), reason: 'Trip put off' }))
  const dear = await business.paid({ planId: 'professional', starts: 6 })
  const part = { ...back, amount: paisa(Math.floor(dear.tried.amount / 1_000) * 100), reason: 'A day without power' }
  unwrap(await createRefund(app, dear.tried.paymentId, part, staff, crypto.randomUUID()))

  const moved = await business.paid({ planId: 'explorer', starts: 9 })
  const startDate = addDays(business.today, 12)
  unwrap(await move(app, staff, moved.bookingId, { version: await business.version(moved), startDate }))
  unwrap(await addNote(app, staff, moved.bookingId, { body: 'Asked for a desk by the window.' }, crypto.randomUUID()))
  const invoice = { body: 'Needs an invoice in the name of the company.' }
  unwrap(await addNote(app, staff, dear.bookingId, invoice, crypto.randomUUID()))
  const later = await business.walkIn({ planId: 'professional', starts: 3 }, 'later')
  unwrap(await createPaymentLink(app, staff, later, { by: 'mail' }, crypto.randomUUID()))

  const twice = await business.book({ planId: 'explorer', starts: 8 })
  const first = await business.attempt(twice, 'esewa')
  await business.esewa(twice, 'pay')
  await business.finish(first, 'pay')
  await business.esewa(await business.book({ planId: 'professional', starts: 5 }), 'altered')
  const late = await business.book({ planId: 'explorer', starts: 4 })
  const open = await business.attempt(late, 'esewa')
  const why = { version: await business.version(late), reason: 'The room is let to a class on that day' }
  unwrap(await reject(app, staff, late.bookingId, why))
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

/** Who comes today, of whom some are here; who asks; and who is at the payment page this minute. */
async function seedToday(business: Business): Promise<void> {
  const app = business.app
  const firstMessage = business.end - MESSAGES.length * 25 * MINUTE_MS
  // In the morning, before the sales for today end.
  business.advanceTo(Math.min(kathmanduInstant(business.today) + 9 * HOUR_MS, firstMessage))
  const here: string[] = []
  for (const locationId of ['kausimaa', 'dhobighat-hub'] as const) {
    here.push((await business.paid({ locationId, planId: 'explorer', starts: 0 })).bookingId)
    await business.paid({ locationId, planId: 'explorer', starts: 0 })
    here.push(await business.walkIn({ locationId, planId: 'explorer', starts: 0 }, 'cash'))
  }
  for (const [number, message] of MESSAGES.entries()) {
    business.advanceTo(firstMessage + number * 25 * MINUTE_MS)
    unwrap(await saveMessage(app, message))
  }
  const newest = await app.db.read.selectFrom('messages').select('id').orderBy('created_at', 'desc').execute()
  const done = newest[MESSAGES.length - 1]
  if (done) unwrap(await markMessage(app, business.staff, done.id, { done: true }))
  for (const email of SUBSCRIBERS) unwrap(await saveSubscriber(app, email))
  const desk = { email: 'desk@example.com', role: 'desk', workplaces: ['kausimaa'] } as const
  unwrap(await invite(app, business.staff, { ...desk, workplaces: [...desk.workplaces] }))
  // Just after midnight some of them came before it.
  business.advanceTo(kathmanduInstant(business.today))
  for (const id of here)
    unwrap(await markArrival(app, business.staff, id, { date: business.today, here: true, seen: null }))
  for (const starts of HELD_DAYS_AHEAD) await business.book({ starts })
  await expireMemberships(app)
  business.advanceTo(business.end)
  await sendDueEmails(app)
}

/** At the house that is not let by the day: nobody's quote changes by it. */
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
  if (!row) throw new Error('nobody is a member')
  const change = { version: row.version, autoRenew: true, notes: 'Has a locker; key 14.' }
  unwrap(await changeMembership(business.app, business.staff, row.id, change))
}

/** In whose name staff act here; nobody signs in by it. */
async function loadFirstOwner(app: App): Promise<Staff> {
  const { id, email, name } = await app.db.read
    .selectFrom('staff')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const at = new Date(app.now()).toISOString() as Staff['endsAt']
  const none = { tokenHash: '', sessionId: '', signedInAt: at, provedAt: at, endsAt: at }
  return { id, email, name, role: 'owner', workplaces: null, ...none }
}
