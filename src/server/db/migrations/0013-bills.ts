import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export async function addBills(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...STATEMENTS, ...(isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)])
    await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table bookings add column pan text not null default ''`,
  sql`alter table payments add column billable integer not null default 1`,
  sql`alter table payments add column bill_due_at text`,
  // What was paid before there were bills has none.
  sql`update payments set billable = 0 where state in ('confirmed', 'partly_refunded', 'refunded')`,
  sql`create index payments_bill_due on payments (bill_due_at) where bill_due_at is not null`,
  sql`create table bill_counters (
    outlet text not null,
    type text not null,
    fiscal_year text not null,
    last integer not null check (last > 0),
    constraint bill_counters_pk primary key (outlet, type, fiscal_year)
  )`,
  sql`create table bills (
    number text primary key,
    outlet text not null,
    type text not null check (type in ('receipt', 'invoice', 'credit', 'debit')),
    fiscal_year text not null,
    sequence integer not null check (sequence > 0),
    kind text not null check (kind in ('receipt', 'pan', 'vat', 'credit', 'debit')),
    booking_id text not null references bookings,
    payment_id text not null references payments,
    revision integer not null default 0,
    refund_id text references refunds,
    of_number text references bills deferrable initially deferred,
    location_id text not null,
    transaction_on text not null,
    issued_on text not null,
    issued_at text not null,
    issued_by text references staff,
    buyer_name text not null,
    buyer_pan text not null,
    method text not null,
    gross bigint not null check (gross > 0),
    taxable bigint,
    vat bigint,
    document text not null,
    constraint bills_sequence unique (outlet, type, fiscal_year, sequence),
    constraint bills_split check (case when taxable is null then vat is null else taxable + vat = gross end),
    constraint bills_note check ((type in ('credit', 'debit')) = (of_number is not null))
  )`,
  sql`create unique index bills_of_payment on bills (payment_id, revision) where of_number is null`,
  sql`create unique index bills_of_refund on bills (refund_id, type) where refund_id is not null`,
  // A bill is corrected once.
  sql`create unique index bills_correction on bills (of_number) where type = 'credit' and refund_id is null`,
  sql`create index bills_by_booking on bills (booking_id, issued_at)`,
  sql`create index bills_newest on bills (issued_at, number)`,
  sql`create index bills_by_day on bills (location_id, issued_on, number)`,
]

const SQLITE_TRIGGERS = [
  sql`create trigger bills_unchanged before update on bills begin select raise(abort, 'bills are never changed'); end`,
  sql`create trigger bills_undeleted before delete on bills begin select raise(abort, 'bills are never deleted'); end`,
]

const POSTGRES_TRIGGERS = [
  sql`create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is never changed', tg_table_name;
    end $$`,
  sql`create trigger bills_unchanged before update or delete on bills for each row execute function refuse_change()`,
]
