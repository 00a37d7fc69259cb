import { succeed } from '#contract/failure.ts'
import { ASKED_METHODS, PAID_STATES, UNPAID_STATES } from '#domain/payment.ts'
import { isLastQuestion, isPaidQuestionDue, isQuestionDue, PAID_AGES } from '#domain/questions.ts'
import type { App } from '../app.ts'
import { instant, type PaymentTable } from '../db/schema.ts'
import { lookupQueue } from './lookup-queue.ts'
import { askGateway } from './payments.ts'
import { leaveToStaff } from './settlement.ts'

const BATCH = 100

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
    .where('method', 'in', ASKED_METHODS)
    .where('left_to_staff_at', 'is', null)
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .execute()
  const due = open.filter((payment) => isQuestionDue(app.env.reconcile, ...agesOf(payment, now))).slice(0, BATCH)
  await lookupQueue.addAll(
    due.map((payment) => async () => {
      const isLast = isLastQuestion(app.env.reconcile, now - Date.parse(payment.created_at))
      if ((await ask(app, payment)) && isLast) await leaveToStaff(app, payment.id)
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
    .where('method', 'in', ASKED_METHODS)
    .where('created_at', '<=', instant(now - PAID_AGES.from))
    .where('created_at', '>', instant(now - PAID_AGES.until))
    .orderBy('created_at')
    .execute()
  const due = paid.filter((payment) => isPaidQuestionDue(...agesOf(payment, now))).slice(0, BATCH)
  await lookupQueue.addAll(due.map((payment) => () => ask(app, payment)))
}

type Asked = Pick<PaymentTable, 'id' | 'created_at' | 'asked_at'>

/** How old a payment is, and was when it was last asked about. */
function agesOf({ created_at, asked_at }: Asked, now: number): [age: number, askedAt: number | undefined] {
  const begun = Date.parse(created_at)
  return [now - begun, asked_at === null ? undefined : Date.parse(asked_at) - begun]
}

/** False where another process does. */
async function ask(app: App, due: Asked): Promise<boolean> {
  const payment = await take(app, due)
  if (!payment) return false
  try {
    await askGateway(app, payment)
  } catch (error) {
    app.log.bug(error, { payment: payment.id })
  }
  return true
}

/** Noted before it is asked, so that of several processes one asks. */
async function take(app: App, { id, asked_at }: Asked): Promise<PaymentTable | undefined> {
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
