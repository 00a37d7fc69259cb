import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { FAILURES, type Failure, fail, type Outcome, succeed } from '#contract/failure.ts'
import { syncClock } from './clock.ts'
import { environment } from './environment.ts'

interface CallOptions {
  /** Values for the braces of the path. */
  params?: Record<string, string>
  /** A booking's secret, sent as bearer token. */
  secret?: string
  idempotencyKey?: string
  /** Sent as the body in place of the input. */
  file?: Blob
  /** The response is a file. */
  as?: 'text' | 'bytes'
}

/** A call without a response fails after this time; files get longer. */
const TIMEOUT_MS = 20_000
const FILE_TIMEOUT_MS = 120_000

/** The server detects the file type from its bytes. */
const OCTET_STREAM = 'application/octet-stream'

/** The only fetch in the browser. Expected failures are values; no response is the code `unreachable`. */
export async function call<Contract extends Endpoint>(
  contract: Contract,
  input: Input<Contract>,
  options: CallOptions = {},
): Promise<Outcome<Output<Contract>>> {
  let response: Response
  let body: unknown
  try {
    response = await environment().request(buildUrl(contract, input, options.params), {
      method: contract.method,
      signal: AbortSignal.timeout(options.file || options.as === 'bytes' ? FILE_TIMEOUT_MS : TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(contract.method !== 'GET' && { 'content-type': options.file ? OCTET_STREAM : 'application/json' }),
        ...(options.secret && { authorization: `Bearer ${options.secret}` }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(contract.method !== 'GET' && { body: options.file ?? JSON.stringify(input) }),
    })
    syncClock(response.headers.get('date'))
    body = response.status === 204 ? {} : await readBody(response, options)
  } catch {
    return fail('unreachable')
  }
  if (response.ok) return succeed(body as Output<Contract>)
  return { ok: false, failure: readFailure(body) }
}

/** A failure is JSON, also where the response would be a file. */
function readBody(response: Response, { as }: CallOptions): Promise<unknown> {
  if (!as || !response.ok) return response.json()
  return as === 'text' ? response.text() : response.arrayBuffer().then((bytes) => new Uint8Array(bytes))
}

/** Whether the request may have been completed: no response arrived, or the server or its database failed. */
export const isOutcomeUnknown = ({ code }: Failure): boolean =>
  code === 'unreachable' || code === 'internal' || code === 'not_ready'

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
