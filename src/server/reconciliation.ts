import { succeed } from '#contract/failure.ts'
import { ASKED_METHODS, UNPAID_STATES } from '#domain/payment.ts'
import { isLastQuestion, isQuestionDue } from '#domain/questions.ts'
import type { App } from './app.ts'
import { instant, type PaymentTable } from './db/schema.ts'
import { fewAtOnce } from './few-at-once.ts'
import { askGateway } from './payments.ts'
import { leaveToStaff } from './settlement.ts'

const BATCH = 100

/**
 * Asks about every payment that was begun and is not paid, also after its booking expired, and after the gateway called
 * it off: whoever had its page open may pay yet, and a closed tab loses nothing. What the last question leaves open is listed for staff; a visitor who looks again still has it asked.
 */
export async function reconcile(app: App): Promise<void> {
  const now = app.now()
  const open = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', UNPAID_STATES)
    .where('method', 'in', ASKED_METHODS)
    .where('left_to_staff_at', 'is', null)
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .execute()
  const due = open.filter((payment) => isDue(app, payment, now)).slice(0, BATCH)
  await fewAtOnce(due, (payment) => ask(app, payment, now))
}

function isDue(app: App, { created_at, asked_at }: PaymentTable, now: number): boolean {
  const begun = Date.parse(created_at)
  return isQuestionDue(app.env.reconcile, now - begun, asked_at === null ? undefined : Date.parse(asked_at) - begun)
}

async function ask(app: App, payment: PaymentTable, now: number): Promise<void> {
  if (!(await take(app, payment))) return
  try {
    await askGateway(app, payment)
  } catch (error) {
    app.log.bug(error, { payment: payment.id })
  }
  if (isLastQuestion(app.env.reconcile, now - Date.parse(payment.created_at))) await leaveToStaff(app, payment.id)
}

/** Noted before it is asked, so that of several processes one asks. */
async function take(app: App, payment: PaymentTable): Promise<boolean> {
  const taken = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ asked_at: instant(app.now()) })
      .where('id', '=', payment.id)
      .where('asked_at', payment.asked_at === null ? 'is' : '=', payment.asked_at)
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  return taken.ok && taken.value
}
