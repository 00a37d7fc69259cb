import { succeed } from '#contract/failure.ts'
import { isLastLookup, isLookupDue, isPaidLookupDue, PAID_LOOKUP_AGES } from '#domain/lookup-schedule.ts'
import { PAID_STATES, QUERYABLE_METHODS, UNPAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { instant, type PaymentTable } from '../db/schema.ts'
import { lookupPayment } from './attempts.ts'
import { lookupQueue } from './lookup-queue.ts'
import { escalatePayment } from './settlement.ts'

const BATCH_SIZE = 100

/**
 * Asks about every payment that was begun and is not paid, also after its booking expired, and after the gateway called
 * it off: whoever had its page open may pay yet, and a closed tab loses nothing. What the last question leaves open is
 * listed for staff; a visitor who looks again still has it asked. After a long stop everything may be open: little is
 * read of each.
 */
export async function reconcile(app: App): Promise<void> {
  const now = app.now()
  const open = await app.db.read
    .selectFrom('payments')
    .select(['id', 'created_at', 'asked_at'])
    .where('state', 'in', UNPAID_STATES)
    .where('method', 'in', QUERYABLE_METHODS)
    .where('left_to_staff_at', 'is', null)
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .execute()
  const due = open.filter((payment) => isLookupDue(app.env.reconcile, ...getAges(payment, now))).slice(0, BATCH_SIZE)
  await lookupQueue.addAll(
    due.map((payment) => async () => {
      const isLast = isLastLookup(app.env.reconcile, now - Date.parse(payment.created_at))
      if ((await lookupDuePayment(app, payment)) && isLast) await escalatePayment(app, payment.id)
    }),
  )
}

/**
 * Asks about what is paid at some ages: money that was sent back, or called back, at the gateway's own panel is found
 * though nobody looks. Whatever else the gateway says of it changes nothing.
 */
export async function reconcilePaid(app: App): Promise<void> {
  const now = app.now()
  const paid = await app.db.read
    .selectFrom('payments')
    .select(['id', 'created_at', 'asked_at'])
    .where('state', 'in', PAID_STATES)
    .where('method', 'in', QUERYABLE_METHODS)
    .where('created_at', '<=', instant(now - PAID_LOOKUP_AGES.from))
    .where('created_at', '>', instant(now - PAID_LOOKUP_AGES.until))
    .orderBy('created_at')
    .execute()
  const due = paid.filter((payment) => isPaidLookupDue(...getAges(payment, now))).slice(0, BATCH_SIZE)
  await lookupQueue.addAll(due.map((payment) => () => lookupDuePayment(app, payment)))
}

type DuePayment = Pick<PaymentTable, 'id' | 'created_at' | 'asked_at'>

/** How old a payment is, and was when it was last asked about. */
function getAges({ created_at, asked_at }: DuePayment, now: number): [age: number, askedAt: number | undefined] {
  const begun = Date.parse(created_at)
  return [now - begun, asked_at === null ? undefined : Date.parse(asked_at) - begun]
}

/** False where another process does. */
async function lookupDuePayment(app: App, due: DuePayment): Promise<boolean> {
  const payment = await claimLookup(app, due)
  if (!payment) return false
  try {
    await lookupPayment(app, payment)
  } catch (error) {
    app.log.bug(error, { payment: payment.id })
  }
  return true
}

/** Noted before it is asked, so that of several processes one asks. */
async function claimLookup(app: App, { id, asked_at }: DuePayment): Promise<PaymentTable | undefined> {
  const taken = await app.db.write(async (db) =>
    succeed(
      await db
        .updateTable('payments')
        .set({ asked_at: instant(app.now()) })
        .where('id', '=', id)
        .where('asked_at', asked_at === null ? 'is' : '=', asked_at)
        .returningAll()
        .executeTakeFirst(),
    ),
  )
  return taken.ok ? taken.value : undefined
}
