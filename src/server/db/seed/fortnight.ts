import type { Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import type { startPayment } from '#contract/payments.ts'
import { addDays, formatDate, type IsoDate, kathmanduDate, kathmanduInstant, kathmanduTime } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { npr, type Paisa, paisa, rupees } from '#domain/money.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import type { App } from '../../app.ts'
import { mark as markArrival } from '../../arrivals.ts'
import { addNote } from '../../booking-notes.ts'
import { place } from '../../bookings.ts'
import { cancel, reject } from '../../cancelling.ts'
import { decide } from '../../decisions.ts'
import { expireBookings } from '../../expiry.ts'
import type { Choice } from '../../gateways/sandbox/outcome.ts'
import { invite } from '../../invitations.ts'
import { sendMails } from '../../mail/outbox.ts'
import { expireMemberships } from '../../membership-end.ts'
import { change as changeMembership } from '../../memberships.ts'
import { mark as markMessage } from '../../message-list.ts'
import { keepMessage } from '../../messages.ts'
import { move } from '../../moving.ts'
import { keepSubscriber } from '../../newsletter.ts'
import { giveLink } from '../../payment-link.ts'
import { paymentById, start, verify } from '../../payments.ts'
import { changePrices, readPrices } from '../../price-revisions.ts'
import { keepReceipt, noteReading } from '../../receipts.ts'
import { refund } from '../../refunds.ts'
import type { Staff } from '../../sessions.ts'
import { ensureFirstOwner } from '../../staff.ts'
import { placeAtDesk } from '../../walk-ins.ts'
import { drawReceipt } from './receipt.ts'
import { HELD, MESSAGES, PEOPLE, PLANS, SUBSCRIBERS, WAYS } from './samples.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAYS = 13
const A_DAY = 3
/** From one booking to the next, where a day has many. */
const BETWEEN = 3 * MINUTE

interface Wish {
  locationId?: LocationId
  planId?: PlanId
  billing?: Billing
  /** Days from today. */
  starts: number
}
interface Booked {
  bookingId: string
  secret: string
  totalAmount: Paisa
}
type Tried = Output<typeof startPayment>

/**
 * Two weeks of a small business, lived through the product's own services by a clock that `setClock` puts forward: with
 * something on every screen of the staff, and one of each kind that waits for a person. Gives the
 * sentence about the first owner where one had to be made. Throws where a house has no seats left for it.
 */
export async function live(app: App, setClock: (instant: number) => void): Promise<string | undefined> {
  const end = app.now()
  setClock(kathmanduInstant(addDays(kathmanduDate(end), -DAYS)))
  const sentence = await ensureFirstOwner(app)
  const fortnight = new Fortnight(app, setClock, end, await firstOwner(app))
  await fortnight.everyDay()
  await fortnight.whatWaits()
  await fortnight.today()
  return sentence
}

class Fortnight {
  readonly #app: App
  readonly #setClock: (instant: number) => void
  readonly #end: number
  readonly #today: IsoDate
  readonly #staff: Staff
  #bookings = 0

  constructor(app: App, setClock: (instant: number) => void, end: number, staff: Staff) {
    this.#app = app
    this.#setClock = setClock
    this.#end = end
    this.#today = kathmanduDate(end)
    this.#staff = staff
  }

  /** Three bookings a day, paid in all the ways; what staff have to confirm they confirm two hours later. */
  async everyDay(): Promise<void> {
    for (let number = 0; number < DAYS * A_DAY; number++) {
      const day = Math.floor(number / A_DAY) - DAYS
      const hour = 9 + 4 * (number % A_DAY)
      await this.#at(day, hour)
      const starts = day + ((number * 5) % 17)
      const planId = PLANS[(number + Math.floor(number / A_DAY)) % PLANS.length] ?? 'explorer'
      const wish: Wish = { planId, billing: number % 4 === 0 ? 'weekly' : 'monthly', starts }
      const way = WAYS[number % WAYS.length]
      if (way === 'cash') await this.#walkIn(wish, 'cash')
      else {
        const booked = await this.#book(wish)
        if (way === 'esewa') await this.#esewa(booked, 'pay')
        if (way === 'refused') await this.#esewa(booked, 'fail')
        const tried = way === 'transfer' ? await this.#try(booked, 'bank_transfer') : undefined
        const sent = way === 'receipt' ? (await this.#receipt(booked)).tried : tried
        await this.#at(day, hour + 2)
        if (sent) await this.#approve(sent)
      }
      if (number === 5) await this.#raisePrice()
    }
  }

  /** The last days' changes of mind, and one of each kind that waits for a person. */
  async whatWaits(): Promise<void> {
    const [app, staff] = [this.#app, this.#staff]
    const gone = await this.#paid({ planId: 'professional', starts: 21 })
    granted(await cancel(app, staff, gone.bookingId, { version: await this.#version(gone), reason: 'Moves abroad' }))
    const { amount } = gone.tried
    const reference = 'OUT-20931'
    const back = { way: 'manual', amount, reason: 'Cancelled in time', reference } as const
    granted(await refund(app, gone.tried.paymentId, back, staff, crypto.randomUUID()))
    const owed = await this.#paid({ planId: 'enterprise', starts: 24 })
    granted(await cancel(app, staff, owed.bookingId, { version: await this.#version(owed), reason: 'Trip put off' }))
    const dear = await this.#paid({ planId: 'professional', starts: 6 })
    const part = { ...back, amount: paisa(Math.floor(dear.tried.amount / 1_000) * 100), reason: 'A day without power' }
    granted(await refund(app, dear.tried.paymentId, part, staff, crypto.randomUUID()))

    const moved = await this.#paid({ planId: 'explorer', starts: 9 })
    const startDate = addDays(this.#today, 12)
    granted(await move(app, staff, moved.bookingId, { version: await this.#version(moved), startDate }))
    granted(await addNote(app, staff, moved.bookingId, { body: 'Asked for a desk by the window.' }))
    granted(await addNote(app, staff, dear.bookingId, { body: 'Needs an invoice in the name of the company.' }))
    const later = await this.#walkIn({ planId: 'professional', starts: 3 }, 'later')
    granted(await giveLink(app, staff, later, { by: 'mail' }))

    const twice = await this.#book({ planId: 'explorer', starts: 8 })
    const first = await this.#try(twice, 'esewa')
    await this.#esewa(twice, 'pay')
    await this.#finish(first, 'pay')
    await this.#esewa(await this.#book({ planId: 'professional', starts: 5 }), 'altered')
    const late = await this.#book({ planId: 'explorer', starts: 4 })
    const open = await this.#try(late, 'esewa')
    const why = { version: await this.#version(late), reason: 'The room is let to a class on that day' }
    granted(await reject(app, staff, late.bookingId, why))
    await this.#finish(open, 'pay')

    await this.#try(await this.#book({ planId: 'enterprise', starts: 7 }), 'bank_transfer')
    await this.#receipt(await this.#book({ planId: 'professional', starts: 1 }))
    const { file } = await this.#receipt(await this.#book({ planId: 'explorer', starts: 2 }))
    await this.#receipt(await this.#book({ planId: 'professional', starts: 2 }), { file })
    await this.#receipt(await this.#book({ planId: 'enterprise', starts: 3 }), { short: rupees(500), confidence: 0.62 })
    await this.#memberships()
  }

  /** Who comes today, of whom some are here; who asks; and who is at the payment page this minute. */
  async today(): Promise<void> {
    const app = this.#app
    for (const [number, message] of MESSAGES.entries()) {
      this.#forward(this.#end - (MESSAGES.length - number) * 25 * MINUTE)
      granted(await keepMessage(app, message))
    }
    const oldest = await app.db.read.selectFrom('messages').select('id').orderBy('created_at', 'desc').execute()
    const done = oldest[MESSAGES.length - 1]
    if (done) granted(await markMessage(app, this.#staff, done.id, { done: true }))
    for (const email of SUBSCRIBERS) granted(await keepSubscriber(app, email))
    const desk = { email: 'desk@example.com', role: 'desk', workplaces: ['kausimaa'] } as const
    granted(await invite(app, this.#staff, { ...desk, workplaces: [...desk.workplaces] }))
    const here: string[] = []
    for (const locationId of ['kausimaa', 'dhobighat-hub'] as const) {
      here.push((await this.#paid({ locationId, planId: 'explorer', starts: 0 })).bookingId)
      await this.#paid({ locationId, planId: 'explorer', starts: 0 })
      here.push(await this.#walkIn({ locationId, planId: 'explorer', starts: 0 }, 'cash'))
    }
    // Just after midnight some of them came before it.
    this.#forward(kathmanduInstant(this.#today))
    for (const id of here)
      granted(await markArrival(app, this.#staff, id, { date: this.#today, here: true, seen: null }))
    for (const starts of HELD) await this.#book({ starts })
    await expireMemberships(app)
    this.#forward(this.#end)
    await sendMails(app)
  }

  /** Puts the clock forward, and does what the server does by itself meanwhile. */
  async #at(day: number, hour: number): Promise<void> {
    this.#forward(kathmanduInstant(addDays(this.#today, day)) + hour * HOUR)
    await expireBookings(this.#app)
    await sendMails(this.#app)
  }

  #forward(instant: number): void {
    this.#setClock(Math.max(this.#app.now(), Math.min(instant, this.#end)))
  }

  #choices({ locationId, planId = 'explorer', billing = 'monthly', starts }: Wish) {
    const number = this.#bookings++
    this.#forward(this.#app.now() + BETWEEN)
    const [firstName = '', lastName = ''] = (PEOPLE[number % PEOPLE.length] ?? '').split(' ')
    return {
      locationId: locationId ?? ((number + Math.floor(number / WAYS.length)) % 2 === 0 ? 'kausimaa' : 'dhobighat-hub'),
      planId,
      billing,
      startDate: addDays(this.#today, starts),
      addOns: number % 9 === 0 ? ['virtual-office'] : [],
      meetingRoomHours: number % 4 === 3 ? 2 : 0,
      guestPasses: 0,
      contactInfo: {
        firstName,
        lastName,
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        phone: `98412345${String(number % PEOPLE.length).padStart(2, '0')}`,
      },
    }
  }

  async #book(wish: Wish): Promise<Booked> {
    const placed = granted(await place(this.#app, this.#choices(wish), crypto.randomUUID()))
    return { ...placed, totalAmount: paisa(placed.totalAmount) }
  }

  /** Somebody who stands at the desk: without an address they pay at once, with one they may pay later. */
  async #walkIn(wish: Wish, paid: 'cash' | 'later'): Promise<string> {
    const choices = this.#choices(wish)
    const order = { ...choices, paid, totalAmount: 0 }
    const asked = await placeAtDesk(this.#app, this.#staff, order, crypto.randomUUID())
    const totalAmount = asked.ok ? asked.value.totalAmount : (asked.failure.totalAmount ?? 0)
    const placed = asked.ok
      ? asked
      : await placeAtDesk(this.#app, this.#staff, { ...order, totalAmount }, crypto.randomUUID())
    return granted(placed).bookingId
  }

  async #paid(wish: Wish): Promise<Booked & { tried: Tried }> {
    const booked = await this.#book(wish)
    return { ...booked, tried: await this.#esewa(booked, 'pay') }
  }

  async #try({ bookingId, secret }: Booked, method: string): Promise<Tried> {
    return granted(await start(this.#app, bookingId, secret, method))
  }

  async #esewa(booked: Booked, choice: Choice): Promise<Tried> {
    const tried = await this.#try(booked, 'esewa')
    await this.#finish(tried, choice)
    return tried
  }

  /** The payer decides on the stand-in's page and comes back. */
  async #finish({ paymentId, next }: Tried, choice: Choice): Promise<void> {
    const { sandbox, env } = this.#app
    const desk = env.esewaApi === 'v1' ? sandbox?.esewaV1 : sandbox?.esewa
    if (next.kind !== 'form') throw new Error(`eSewa begins with ${next.kind}`)
    await desk?.open(next.fields)
    const wayBack = await sandbox?.esewa.decide(paymentId, choice)
    await verify(this.#app, paymentId, wayBack ? Object.fromEntries(new URL(wayBack).searchParams) : {})
  }

  /** The payer sends what their bank shows: right, `short` of money, badly read, or a `file` that was sent before. */
  async #receipt(
    booked: Booked,
    { file, short = paisa(0), confidence = 0.94 }: { file?: Buffer; short?: Paisa; confidence?: number } = {},
  ): Promise<{ tried: Tried; file: Buffer }> {
    const app = this.#app
    const tried = await this.#try(booked, 'qr_payment')
    const amount = paisa(tried.amount - short)
    const transactionId = transactionOf(booked)
    const recipientName = tried.next.kind === 'qr' ? tried.next.accountName : ''
    const sent = file ?? (await this.#draw(amount, transactionId, recipientName))
    const payment = await paymentById(app.db.read, tried.paymentId)
    if (!payment) throw new Error(`no payment ${tried.paymentId}`)
    const { receiptId } = granted(await keepReceipt(app, payment, sent))
    const reading = {
      amount,
      transactionId,
      transactedAt: app.now(),
      bankName: 'Sample bank',
      recipientName,
      confidence,
    }
    granted(await noteReading(app, payment, { receiptId, reading }))
    return { tried, file: sent }
  }

  #draw(amount: Paisa, transactionId: string, payee: string): Promise<Buffer> {
    const now = this.#app.now()
    return drawReceipt(npr(amount), [
      ['Transaction', transactionId],
      ['Date', formatDate(kathmanduDate(now))],
      ['Time', kathmanduTime(now)],
      ['Paid to', payee],
      ['Amount', npr(amount)],
    ])
  }

  async #approve({ paymentId, amount }: Tried): Promise<void> {
    const transactionId = `FT${paymentId.slice(0, 8)}`
    granted(await decide(this.#app, this.#staff, paymentId, { decision: 'confirm', amount, transactionId }))
  }

  /** At the house that is not let by the day: nobody's quote changes by it. */
  async #raisePrice(): Promise<void> {
    const { version, amounts } = granted(await readPrices(this.#app))
    const cell = 'jhamsikhel-loft/explorer/daily'
    const changes = { [cell]: (amounts[cell] ?? 0) + rupees(50) }
    granted(await changePrices(this.#app, this.#staff, { version, changes }))
  }

  async #memberships(): Promise<void> {
    const [row] = await this.#app.db.read
      .selectFrom('memberships')
      .select(['id', 'version'])
      .where('status', '=', 'active')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    if (!row) throw new Error('nobody is a member')
    const change = { version: row.version, autoRenew: true, notes: 'Has a locker; key 14.' }
    granted(await changeMembership(this.#app, this.#staff, row.id, change))
  }

  async #version({ bookingId }: Booked): Promise<number> {
    const row = await this.#app.db.read
      .selectFrom('bookings')
      .select('version')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    return row.version
  }
}

const transactionOf = ({ bookingId }: Booked): string => `SB${bookingId.replaceAll('-', '').slice(-10)}`

/** In whose name staff act here; nobody signs in by it. */
async function firstOwner(app: App): Promise<Staff> {
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

function granted<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`a sample was refused: ${JSON.stringify(outcome.failure)}`)
}
