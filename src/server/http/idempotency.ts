import { fail, type Outcome } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

/** Fails with `idempotency_missing` without a valid key. */
export async function requireIdempotencyKey<Value>(
  request: ApiRequest,
  work: (key: string) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const key = request.headers.get('idempotency-key') ?? ''
  return /^[\x21-\x7e]{8,200}$/.test(key) ? work(key) : fail('idempotency_missing')
}
