import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export async function addBillCopies(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...STATEMENTS, ...(isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)])
    await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table emails add column bills text check (bills in ('new', 'all'))`,
  sql`create table bill_copies (
    number text not null references bills,
    copy integer not null check (copy >= 0),
    medium text not null check (medium in ('email', 'pdf', 'print')),
    email_id text,
    made_by text,
    idempotency_key text unique,
    created_at text not null,
    constraint bill_copies_pk primary key (number, copy),
    constraint bill_copies_email check ((medium = 'email') = (email_id is not null))
  )`,
  sql`create unique index bill_copies_of_email on bill_copies (email_id, number) where email_id is not null`,
]

const SQLITE_TRIGGERS = [
  sql`create trigger bill_copies_unchanged before update on bill_copies
    begin select raise(abort, 'copies of bills are never changed'); end`,
  sql`create trigger bill_copies_undeleted before delete on bill_copies
    begin select raise(abort, 'copies of bills are never deleted'); end`,
]

const POSTGRES_TRIGGERS = [
  sql`create trigger bill_copies_unchanged before update or delete on bill_copies
    for each row execute function refuse_change()`,
]
