import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** When money was received and refunded, and who took it. Of earlier payments, staff are not known. */
export async function addMoneyDays(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const toDay = (column: RawBuilder<unknown>) =>
    isPostgres
      ? sql`to_char((${column}::timestamptz at time zone 'UTC') + interval '345 minutes', 'YYYY-MM-DD')`
      : sql`date(${column}, '+345 minutes')`
  await sql`update payments set received_on = ${toDay(sql`received_at`)} where received_at is not null`.execute(db)
  await sql`update refunds set refunded_on = ${toDay(sql`refunded_at`)} where refunded_at is not null`.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table payments add column received_at text`,
  sql`alter table payments add column received_on text`,
  sql`alter table payments add column taken_by text references staff`,
  sql`alter table refunds add column refunded_at text`,
  sql`alter table refunds add column refunded_on text`,
  // The first report that can confirm a payment came with its money. Staff also report other decisions.
  sql`update payments set received_at = coalesce(
      (select min(created_at) from payment_reports
        where payment_id = payments.id
          and (source in ('lookup', 'webhook') or (source = 'staff' and body like '%"decision":"confirm"%'))),
      case when state = 'confirmed' and refunded = 0 then updated_at end,
      created_at)
    where state in ('confirmed', 'partly_refunded', 'refunded') or (state = 'mismatch' and received is not null)`,
  sql`update refunds set refunded_at = updated_at where state = 'done'`,
  sql`create index payments_by_money_day on payments (received_on, id)`,
  sql`create index refunds_by_money_day on refunds (refunded_on, id)`,
  sql`drop index payments_account_reference`,
  // A transaction of the business account pays once, however it was paid.
  sql`create unique index payments_account_reference on payments
    (provider_reference) where method in ('qr_payment', 'bank_transfer', 'counter_qr', 'card_terminal')`,
]
