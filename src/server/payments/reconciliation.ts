import PQueue from 'p-queue'
import { isLastLookup, isLookupDue, isPaidLookupDue, PAID_LOOKUP_AGES } from '#domain/lookup-schedule.ts'
import { PAID_STATES, UNPAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { instant } from '../db/instant.ts'
import type { Payment } from '../db/schema.ts'
import { lookupPayment } from './attempts.ts'
import { claimLookup } from './claim-lookup.ts'
import { isQueryablePayment } from './queryable.ts'
import { escalatePayment } from './settlement.ts'

const BATCH_SIZE = 100

/** Includes payments of expired bookings, because an open gateway page can still be paid. */
export async function reconcile(app: App): Promise<void> {
  const now = app.now()
  const open = await app.db.read
    .selectFrom('payments')
    .select(['id', 'created_at', 'queried_at'])
    .where('state', 'in', UNPAID_STATES)
    .where(isQueryablePayment)
    .where('left_to_staff_at', 'is', null)
    .orderBy('queried_at', (order) => order.asc().nullsFirst())
    .execute()
  const due = open.filter((payment) => isLookupDue(app.env.reconcile, ...getAges(payment, now))).slice(0, BATCH_SIZE)
  await lookupQueue.addAll(
    due.map((payment) => async () => {
      const isLast = isLastLookup(app.env.reconcile, now - Date.parse(payment.created_at))
      if ((await lookupDuePayment(app, payment)) && isLast) await escalatePayment(app, payment.id)
    }),
  )
}

/** Finds refunds and disputes made at the gateway. */
export async function reconcilePaid(app: App): Promise<void> {
  const now = app.now()
  const paid = await app.db.read
    .selectFrom('payments')
    .select(['id', 'created_at', 'queried_at'])
    .where('state', 'in', PAID_STATES)
    .where(isQueryablePayment)
    .where('created_at', '<=', instant(now - PAID_LOOKUP_AGES.from))
    .where('created_at', '>', instant(now - PAID_LOOKUP_AGES.until))
    .orderBy('created_at')
    .execute()
  const due = paid.filter((payment) => isPaidLookupDue(...getAges(payment, now))).slice(0, BATCH_SIZE)
  await lookupQueue.addAll(due.map((payment) => () => lookupDuePayment(app, payment)))
}

type DuePayment = Pick<Payment, 'id' | 'created_at' | 'queried_at'>

/** Ages in milliseconds, now and at the last lookup. */
function getAges(
  { created_at, queried_at }: DuePayment,
  now: number,
): [age: number, lastLookupAge: number | undefined] {
  const startedAt = Date.parse(created_at)
  return [now - startedAt, queried_at === null ? undefined : Date.parse(queried_at) - startedAt]
}

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

/** At most five at once, so that a slow gateway does not delay all lookups. */
export const lookupQueue = new PQueue({ concurrency: 5 })
