import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

/** What a caller names a request by, so that sending it again is not doing it again. */
export function idempotencyKey(request: ApiRequest): Outcome<string> {
  const key = request.headers.get('idempotency-key') ?? ''
  return /^[\x21-\x7e]{8,200}$/.test(key) ? succeed(key) : fail('idempotency_missing')
}
