import type { IsoDate } from '#domain/calendar.ts'
import type { Instant } from '../instant.ts'

export interface SystemTables {
  settings: { key: string; value: string }
  /** `body_hash` detects another request with the same key. */
  idempotency_keys: { key: string; body_hash: string }
  /** Calls left at an instant; the key is a hash. */
  rate_limit_buckets: { key: string; tokens: number; at: Instant }
  chat_usage: { day: IsoDate; requests: number }
  sandbox_values: { key: string; value: string }
}
