import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { FAILURES, type Failure, fail, getFailureMessage, type Outcome, succeed } from '#contract/failure.ts'
import { syncClock } from './clock.ts'
import { environment } from './environment.ts'

export interface CallOptions {
  /** Values for the braces of the path. */
  params?: Record<string, string>
  /** The secret of a booking, sent as bearer. */
  secret?: string
  idempotencyKey?: string
  /** Sent as the body in place of the input. */
  file?: Blob
}

/** A call that hangs counts as unanswered after this long; a file on a slow network takes its time. */
const TIMEOUT_MS = 20_000
const FILE_TIMEOUT_MS = 120_000

/** What a file is, its bytes say. */
const OCTET_STREAM = 'application/octet-stream'

/** The only request in the browser. Expected failures come back as codes, an unanswered call as `unreachable`. */
export async function call<Contract extends Endpoint>(
  contract: Contract,
  input: Input<Contract>,
  options: CallOptions = {},
): Promise<Outcome<Output<Contract>>> {
  let answer: Response
  let body: unknown
  try {
    answer = await environment().request(buildUrl(contract, input, options.params), {
      method: contract.method,
      signal: AbortSignal.timeout(options.file ? FILE_TIMEOUT_MS : TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(contract.method !== 'GET' && { 'content-type': options.file ? OCTET_STREAM : 'application/json' }),
        ...(options.secret && { authorization: `Bearer ${options.secret}` }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(contract.method !== 'GET' && { body: options.file ?? JSON.stringify(input) }),
    })
    syncClock(answer.headers.get('date'))
    body = answer.status === 204 ? {} : await answer.json()
  } catch {
    return fail('unreachable')
  }
  if (answer.ok) return succeed(body as Output<Contract>)
  return { ok: false, failure: readFailure(body) }
}

/** Whether the request may have been completed: no response arrived, or the server or its database failed. */
export const isOutcomeUnknown = ({ code }: Failure): boolean =>
  code === 'unreachable' || code === 'internal' || code === 'not_ready'

/** The text to show for a failure; that of a bug ends with its log id. */
export const formatFailure = (failure: Failure): string =>
  failure.logId ? `${getFailureMessage(failure)} (${failure.logId})` : getFailureMessage(failure)

function buildUrl(contract: Endpoint, input: unknown, params: Record<string, string> = {}): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  if (contract.method !== 'GET') return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

function readFailure(body: unknown): Failure {
  const error = (body as { error?: Failure } | null)?.error
  return error && Object.hasOwn(FAILURES, error.code) ? error : { code: 'internal' }
}
