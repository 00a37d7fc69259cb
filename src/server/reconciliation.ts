import { succeed } from '#contract/failure.ts'
import { ASKED_ABOUT_MS, askAgainAfter } from '#domain/payment.ts'
import type { App } from './app.ts'
import { instant, type PaymentTable } from './db/schema.ts'
import { askGateway } from './payments.ts'

const BATCH = 100
/** So many lookups at once: a gateway that hangs holds up a few others, not all. */
const AT_ONCE = 5

/**
 * Asks about every payment that was begun and not heard of again, also after its booking expired: a closed tab loses
 * nothing. After a day the rest is left to staff.
 */
export async function reconcile(app: App): Promise<void> {
  const now = app.now()
  const open = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['created', 'pending'])
    .where('method', '!=', 'bank_transfer')
    .where('created_at', '>', instant(now - ASKED_ABOUT_MS))
    .orderBy('asked_at')
    .execute()
  const due = open.filter((payment) => isDue(payment, now)).slice(0, BATCH)
  for (let from = 0; from < due.length; from += AT_ONCE)
    await Promise.all(due.slice(from, from + AT_ONCE).map((payment) => ask(app, payment)))
}

function isDue({ created_at, asked_at }: PaymentTable, now: number): boolean {
  const age = now - Date.parse(created_at)
  return now - Date.parse(asked_at ?? created_at) >= askAgainAfter(age)
}

/** Noted before it is asked, so that of several processes one asks. */
async function ask(app: App, payment: PaymentTable): Promise<void> {
  const taken = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ asked_at: instant(app.now()) })
      .where('id', '=', payment.id)
      .where('asked_at', payment.asked_at === null ? 'is' : '=', payment.asked_at)
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  if (!taken.ok || !taken.value) return
  try {
    await askGateway(app, payment)
  } catch (error) {
    app.log.bug(error, { payment: payment.id })
  }
}
