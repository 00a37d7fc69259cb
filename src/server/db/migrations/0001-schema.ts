import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Types on both engines: `bigint` is paisa, `bytea` a blob; instants and days are text that sorts by time. */
export async function createSchema(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const statements = [...SCHEMA, ...(isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)]
  for (const statement of statements) await statement.execute(db)
  if (isPostgres && (await canInstallTrigrams(db))) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index bookings_search_trigrams on bookings using gin (search gin_trgm_ops)`.execute(db)
  }
}

/** Without the extension a search reads all rows. */
async function canInstallTrigrams(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select installed_version is not null or has_database_privilege(current_database(), 'create') as can
    from pg_available_extensions where name = 'pg_trgm'`.execute(db)
  return rows[0]?.can ?? false
}

/** Tables in the order of their references. */
const SCHEMA: readonly RawBuilder<unknown>[] = [
  sql`create table settings (
    key text primary key,
    value text not null
  )`,
  sql`create table staff (
    id text primary key,
    email text not null unique,
    name text not null,
    password_hash text not null,
    role text not null,
    workplaces text,
    created_at text not null,
    seen_at text,
    disabled_at text,
    version integer not null default 1
  )`,
  sql`create table sessions (
    token_hash text primary key,
    id text not null unique,
    staff_id text not null references staff,
    device text not null,
    created_at text not null,
    seen_at text not null,
    password_entered_at text not null,
    expires_at text not null
  )`,
  sql`create index sessions_by_staff on sessions (staff_id, seen_at)`,
  sql`create table session_ends (
    token_hash text primary key,
    reason text not null,
    created_at text not null
  )`,
  sql`create table two_factors (
    staff_id text primary key references staff,
    secret text not null,
    last_step bigint not null,
    confirmed_at text
  )`,
  sql`create table backup_codes (
    staff_id text not null references staff,
    code_hash text not null,
    constraint backup_codes_pk primary key (staff_id, code_hash)
  )`,
  sql`create table invitations (
    id text primary key,
    token_hash text not null unique,
    email text not null unique,
    role text not null,
    workplaces text,
    staff_id text references staff,
    created_at text not null,
    expires_at text not null
  )`,
  sql`create table login_attempts (
    key text primary key,
    failures integer not null,
    blocked_until text,
    updated_at text not null
  )`,
  sql`create table bookings (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    state text not null,
    location_id text not null,
    location_name text not null,
    plan_id text not null,
    plan_name text not null,
    period text not null,
    start_date text not null,
    end_date text not null,
    periods integer not null,
    start_time text,
    end_time text,
    seats integer not null check (seats > 0),
    lines text not null,
    total_amount bigint not null check (total_amount >= 0),
    currency text not null,
    moved_price bigint,
    free_until text,
    notes text not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    company text not null,
    search text not null,
    placed_by text references staff,
    cancelled_by text references staff,
    expires_at text,
    extensions integer not null,
    transfer_unpaid integer not null default 0,
    network text,
    email_token text,
    email_confirmed_at text,
    version integer not null default 1,
    placed_on text not null,
    method text,
    net_received bigint not null default 0,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index bookings_expiring on bookings (expires_at)`,
  // Each index holds every column that the staff list filters, searches or sorts by, so that a filter reads one index only.
  sql`create index bookings_newest on bookings
    (created_at, id, state, location_id, plan_id, method, start_date, end_date, total_amount, search)`,
  sql`create index bookings_by_state on bookings
    (state, created_at, id, location_id, plan_id, method, start_date, end_date, total_amount, search)`,
  sql`create index bookings_by_start on bookings
    (start_date, id, state, location_id, plan_id, method, end_date, created_at, total_amount, search)`,
  sql`create index bookings_by_amount on bookings
    (total_amount, id, state, location_id, plan_id, method, start_date, end_date, created_at, search)`,
  sql`create index bookings_by_name on bookings
    (search, id, state, location_id, plan_id, method, start_date, end_date, created_at, total_amount)`,
  sql`create index bookings_by_placed_on on bookings (placed_on, location_id, method, state, net_received)`,
  // Excludes bookings that end before today from the list of who is in.
  sql`create index bookings_by_end on bookings (location_id, end_date, start_date, state, plan_id, seats)`,
  sql`create index bookings_by_network on bookings (network) where network is not null`,
  sql`create index bookings_held on bookings (location_id, start_date, end_date, seats) where state = 'held'`,
  sql`create table idempotency_keys (
    key text primary key,
    body_hash text not null
  )`,
  sql`create table booking_notes (
    id text primary key,
    booking_id text not null references bookings,
    author text not null,
    body text not null,
    created_at text not null
  )`,
  sql`create index booking_notes_by_booking on booking_notes (booking_id)`,
  sql`create table arrivals (
    booking_id text not null references bookings,
    day text not null,
    arrived_at text not null,
    staff_id text not null references staff,
    constraint arrivals_pk primary key (booking_id, day)
  )`,
  sql`create index arrivals_by_day on arrivals (day, booking_id)`,
  sql`create table booking_states (
    id text primary key,
    booking_id text not null references bookings,
    state text not null,
    created_at text not null
  )`,
  sql`create index booking_states_by_booking on booking_states (booking_id)`,
  sql`create table seat_days (
    location_id text not null,
    day text not null,
    seats integer not null,
    taken integer not null,
    unpaid integer not null default 0 check (unpaid >= 0 and unpaid <= taken),
    constraint seat_days_pk primary key (location_id, day),
    constraint seat_days_not_oversold check (taken >= 0 and taken <= seats)
  )`,
  sql`create table payments (
    id text primary key,
    booking_id text not null references bookings,
    method text not null,
    state text not null,
    amount bigint not null check (amount > 0),
    fee bigint not null check (fee >= 0),
    currency text not null,
    gateway_id text,
    provider_reference text,
    reason text,
    queried_at text,
    held_since text,
    received bigint,
    refunded bigint not null default 0 check (refunded >= 0 and refunded <= coalesce(received, amount)),
    refund_due bigint,
    refund_due_at text,
    notified_refunded bigint,
    difference_version integer,
    left_to_staff_at text,
    reminded_at text,
    created_at text not null,
    updated_at text not null,
    constraint payments_provider_reference unique (method, provider_reference)
  )`,
  sql`create index payments_by_booking on payments (booking_id, created_at)`,
  sql`create unique index payments_gateway_id on payments (method, gateway_id)`,
  sql`create index payments_newest on payments (created_at, id)`,
  sql`create index payments_by_state on payments (state, created_at, id)`,
  sql`create index payments_by_method on payments (method, created_at, id)`,
  sql`create index payments_by_method_and_state on payments (method, state, created_at, id)`,
  // Partial indexes: the rows that wait for staff are few among all payments.
  sql`create index payments_left_to_staff on payments (left_to_staff_at)
    where left_to_staff_at is not null and state = 'pending'`,
  // A transaction of the business account pays once, by QR payment or by transfer.
  sql`create unique index payments_account_reference on payments
    (provider_reference) where method in ('qr_payment', 'bank_transfer')`,
  sql`create index payments_refund_due on payments (refund_due_at) where refunded < refund_due`,
  // Staff collect the price difference of one version of a booking once.
  sql`create unique index payments_difference on payments (booking_id, difference_version)
    where difference_version is not null`,
  sql`create index payments_open on payments (method, state, left_to_staff_at)`,
  sql`create table payment_alerts (
    payment_id text not null references payments,
    alert text not null,
    raised text not null,
    created_at text not null,
    constraint payment_alerts_pk primary key (payment_id, alert)
  )`,
  sql`create index payment_alerts_oldest on payment_alerts (created_at)`,
  sql`create table payment_reports (
    id text primary key,
    payment_id text not null references payments,
    source text not null,
    body text not null,
    created_at text not null
  )`,
  sql`create index payment_reports_by_payment on payment_reports (payment_id)`,
  sql`create table receipts (
    id text primary key,
    payment_id text not null references payments,
    file_hash text not null,
    pixel_hash text not null,
    image bytea,
    reading text,
    transaction_id text,
    created_at text not null,
    constraint receipts_unique_file unique (payment_id, file_hash)
  )`,
  sql`create index receipts_by_file_hash on receipts (file_hash)`,
  sql`create index receipts_by_pixel_hash on receipts (pixel_hash)`,
  sql`create index receipts_by_transaction_id on receipts (transaction_id)`,
  sql`create index receipts_newest on receipts (created_at, payment_id)`,
  sql`create table gateway_events (
    method text not null,
    id text not null,
    created_at text not null,
    constraint gateway_events_pk primary key (method, id)
  )`,
  sql`create table refunds (
    id text primary key,
    payment_id text not null references payments,
    idempotency_key text not null unique,
    body_hash text not null,
    channel text not null,
    state text not null,
    amount bigint not null check (amount > 0),
    reason text not null,
    reference text,
    response text,
    staff_id text references staff,
    queried_at text,
    left_to_staff_at text,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index refunds_by_payment on refunds (payment_id, created_at)`,
  // Without idempotency keys a gateway cannot tell which of two concurrent refunds went through.
  sql`create unique index refunds_one_open on refunds (payment_id) where state in ('requested', 'sent')`,
  sql`create index refunds_open on refunds (created_at) where state in ('requested', 'sent')`,
  sql`create index refunds_by_reference on refunds (reference)`,
  sql`create table memberships (
    id text primary key,
    booking_id text not null unique references bookings,
    customer_name text not null,
    email text not null,
    phone text not null,
    membership_type text not null,
    status text not null,
    start_date text not null,
    end_date text not null,
    amount bigint not null,
    billing_cycle text not null,
    location_id text not null,
    auto_renew integer not null,
    notes text,
    search text not null,
    version integer not null default 1,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index memberships_by_email on memberships (email)`,
  sql`create index memberships_newest on memberships
    (created_at, id, status, location_id, membership_type, search)`,
  sql`create index memberships_ending on memberships
    (status, end_date, id, location_id, membership_type, search)`,
  sql`create table membership_reminders (
    membership_id text not null references memberships,
    end_date text not null,
    days integer not null,
    created_at text not null,
    constraint membership_reminders_pk primary key (membership_id, end_date, days)
  )`,
  sql`create table price_revisions (
    version integer primary key,
    changes text not null,
    undoes integer references price_revisions,
    staff_id text not null references staff,
    created_at text not null
  )`,
  sql`create table prices (
    location_id text not null,
    plan_id text not null,
    period text not null,
    amount bigint check (amount > 0),
    version integer not null references price_revisions,
    constraint prices_pk primary key (location_id, plan_id, period)
  )`,
  sql`create table messages (
    id text primary key,
    digest text not null unique,
    name text not null,
    email text not null,
    phone text,
    location_id text,
    body text not null,
    created_at text not null,
    handled_at text,
    search text not null
  )`,
  sql`create index messages_newest on messages (created_at, id)`,
  sql`create index messages_open on messages (handled_at, created_at, id)`,
  sql`create table subscribers (
    email text primary key,
    created_at text not null
  )`,
  sql`create table staff_events (
    id text primary key,
    kind text not null,
    subject_id text not null,
    created_at text not null
  )`,
  sql`create table emails (
    id text primary key,
    recipient text not null,
    reply_to text,
    booking_id text,
    subject text not null,
    body text not null,
    created_at text not null,
    sent_at text,
    attempts integer not null,
    next_attempt_at text not null,
    kind text not null,
    valid_until text,
    attempt_started_at text,
    failed_at text,
    last_error text
  )`,
  sql`create index emails_due on emails (sent_at, next_attempt_at)`,
  sql`create index emails_by_booking on emails (booking_id)`,
  sql`create table audit (
    id text primary key,
    position integer not null unique,
    staff_id text references staff,
    actor text,
    action text not null,
    subject text not null,
    subject_id text not null,
    label text,
    before text,
    after text,
    reason text,
    digest text not null,
    created_at text not null
  )`,
  // Holds every column by which the audit is filtered.
  sql`create index audit_newest on audit (created_at, position, actor, action, subject, subject_id)`,
  sql`create index audit_by_subject_id on audit (subject_id, position)`,
  sql`create table chat_usage (
    day text primary key,
    requests integer not null
  )`,
  sql`create table rate_limit_buckets (
    key text primary key,
    tokens double precision not null,
    at text not null
  )`,
  sql`create index rate_limit_buckets_by_age on rate_limit_buckets (at)`,
  sql`create table sandbox_values (
    key text primary key,
    value text not null
  )`,
]

const PAID = sql.raw(`state in ('confirmed', 'partly_refunded')`)
const OWN_PAYMENTS = sql.raw('from payments where booking_id = new.booking_id')
const CHANGES = sql.raw('state, amount, received, refunded')

/** Stores method and net amount on the booking, so that stats read one index and miss no payment. */
const COUNT = sql`
  update bookings set
    method = (
      select method ${OWN_PAYMENTS}
      order by case when ${PAID} then 0 else 1 end, case when ${PAID} then created_at end, case when ${PAID} then id end,
        created_at desc, id desc
      limit 1
    ),
    net_received = (select coalesce(sum(coalesce(received, amount) - refunded), 0) ${OWN_PAYMENTS} and ${PAID})
  where id = new.booking_id`

const SQLITE_TRIGGERS = [
  sql`create trigger payments_inserted after insert on payments begin ${COUNT}; end`,
  sql`create trigger payments_updated after update of ${CHANGES} on payments begin ${COUNT}; end`,
]

/** Locks the booking, so that the sum includes concurrent changes. `update` could deadlock with the foreign key. */
const POSTGRES_TRIGGERS = [
  sql`create function update_booking_totals() returns trigger language plpgsql as $$
    begin
      perform 1 from bookings where id = new.booking_id for no key update;
      ${COUNT};
      return null;
    end $$`,
  sql`create trigger payments_updated after insert or update of ${CHANGES} on payments
    for each row execute function update_booking_totals()`,
]
