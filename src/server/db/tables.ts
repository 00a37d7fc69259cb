import type { Tables } from './schema.ts'

/** Primary keys by table, in the order of the references. */
export const TABLE_KEYS: { readonly [Table in keyof Tables]: readonly (keyof Tables[Table] & string)[] } = {
  settings: ['key'],
  staff: ['id'],
  sessions: ['token_hash'],
  session_ends: ['token_hash'],
  two_factors: ['staff_id'],
  backup_codes: ['staff_id', 'code_hash'],
  invitations: ['id'],
  login_attempts: ['key'],
  bookings: ['id'],
  idempotency_keys: ['key'],
  booking_notes: ['id'],
  arrivals: ['booking_id', 'day'],
  booking_states: ['id'],
  seat_days: ['location_id', 'day'],
  payments: ['id'],
  payment_alerts: ['payment_id', 'alert'],
  payment_reports: ['id'],
  receipts: ['id'],
  gateway_events: ['method', 'id'],
  refunds: ['id'],
  memberships: ['id'],
  membership_reminders: ['membership_id', 'end_date', 'days'],
  price_revisions: ['version'],
  prices: ['location_id', 'plan_id', 'period'],
  messages: ['id'],
  subscribers: ['email'],
  staff_events: ['id'],
  emails: ['id'],
  audit: ['position'],
  chat_usage: ['day'],
  rate_limit_buckets: ['key'],
  sandbox_values: ['key'],
}

export const TABLES = Object.keys(TABLE_KEYS) as (keyof Tables)[]
