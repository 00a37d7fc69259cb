import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'

/** Newest claims that are looked up; more are guesses. */
const MAX_CLAIMS = 5
/** Newest reports stored per payment and source, so that repeated returns cannot fill the disk. */
const MAX_REPORTS = 50

export async function recordPaymentReport(app: App, paymentId: string, source: string, body: unknown): Promise<void> {
  await runTransaction(app.db, async (db) => {
    await insertPaymentReport(app, db, paymentId, source, body)
    const newest = db
      .selectFrom('payment_reports')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('source', '=', source)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_REPORTS)
    await db
      .deleteFrom('payment_reports')
      .where('payment_id', '=', paymentId)
      .where('source', '=', source)
      .where('id', 'not in', newest)
      .execute()
  })
}

export async function insertPaymentReport(
  app: App,
  db: Queries,
  paymentId: string,
  source: string,
  body: unknown,
): Promise<void> {
  const report = JSON.stringify(body).slice(0, 8_000)
  await db
    .insertInto('payment_reports')
    .values({ id: crypto.randomUUID(), payment_id: paymentId, source, body: report, created_at: instant(app.now()) })
    .execute()
}

export async function readClaims(db: Queries, paymentId: string): Promise<string[]> {
  const claims = await db
    .selectFrom('payment_reports')
    .select(['body', ({ fn }) => fn.max('created_at').as('at')])
    .where('payment_id', '=', paymentId)
    .where('source', '=', 'claim')
    .groupBy('body')
    .orderBy('at', 'desc')
    .limit(MAX_CLAIMS)
    .execute()
  return claims.map(({ body }) => JSON.parse(body) as string)
}
