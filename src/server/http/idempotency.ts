import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { ApiRequest } from './request.ts'

/** What a caller names a request by, so that sending it again is not doing it again. */
function readIdempotencyKey(request: ApiRequest): Outcome<string> {
  const key = request.headers.get('idempotency-key') ?? ''
  return /^[\x21-\x7e]{8,200}$/.test(key) ? succeed(key) : fail('idempotency_missing')
}

/** Does what adds something under the key that its caller gives, and nothing without one. */
export async function withIdempotencyKey<Value>(
  request: ApiRequest,
  work: (key: string) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const key = readIdempotencyKey(request)
  return key.ok ? work(key.value) : key
}
