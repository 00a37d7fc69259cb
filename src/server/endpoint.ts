import * as z from 'zod/mini'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import type { App } from './app.ts'
import { exportCsv, exportWorkbook, type TableExport } from './audit/export-table.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { isForm, readForm, readJson, readText } from './http/body.ts'
import { getFieldMessages } from './http/field-messages.ts'
import { formPageResponse } from './http/form-page.ts'
import { isOwnOrigin } from './http/origin.ts'
import { failNotReady } from './http/readiness.ts'
import type { ApiContext, ApiRequest } from './http/request.ts'
import { csvResponse, errorResponse, jsonResponse, redirectResponse, workbookResponse } from './http/response.ts'
import { getApp } from './open-app.ts'
import { extendSession, findRequestSessionEnd, findStaff, hasRecentPassword, type Staff } from './staff/sessions.ts'
import { getClientAddress } from './throttle/address.ts'

interface Call<Contract extends Endpoint> {
  app: App
  input: Input<Contract>
  params: { id: string; child: string }
  request: ApiRequest
  address: string
  /** Booking secret from `Authorization: Bearer …`; empty without one. */
  bearer: string
  /** Response headers, for cookies. */
  headers: Headers
}

const NO_FIELDS = z.object({})

const FORBIDDEN_MESSAGE = 'Your account does not have permission for this. Ask an owner or a manager.'

type CallResult<Contract extends Endpoint> = Promise<Outcome<Output<Contract>> | Response>

interface Route {
  contract: Endpoint
  respond(context: ApiContext, app: App): Promise<Response>
}

/** Binds a contract to its service call. */
export function handle<Contract extends Endpoint>(
  contract: Contract,
  run: (call: Call<Contract>) => CallResult<Contract>,
): Route {
  return { contract, respond: (context, app) => respond(contract, context, app, run) }
}

/** Checks the session, the role and the recent password before it reads the input. */
export function handleStaff<Contract extends Endpoint>(
  contract: Contract,
  run: (call: Call<Contract> & { staff: Staff }) => CallResult<Contract>,
): Route {
  return {
    contract,
    respond: async (context, app) => {
      const found = await findStaff(app, context.request)
      if (!found) {
        const ended = await findRequestSessionEnd(app, context.request)
        return errorResponse({ code: 'unauthorized', ...(ended && { ended }) })
      }
      if (contract.role && !hasRoleAtLeast(found.role, contract.role))
        return errorResponse({ code: 'forbidden', message: FORBIDDEN_MESSAGE })
      if (contract.fresh && !hasRecentPassword(app, found)) return errorResponse({ code: 'password_again' })
      const staff = contract.passive ? found : await extendSession(app, found)
      return respond(contract, context, app, (call) => run({ ...call, staff }))
    },
  }
}

/** Downloads a table as CSV or, where the path says so, as a workbook. */
export function handleExport<Contract extends Endpoint>(
  contract: Contract,
  exported: TableExport<Input<Contract>, Staff>,
): Route {
  const name = contract.path.slice(contract.path.lastIndexOf('/') + 1)
  return handleStaff(contract, async ({ app, staff, input }) =>
    name.endsWith('.xlsx')
      ? workbookResponse(await exportWorkbook(app, staff, exported, input), name)
      : csvResponse(await exportCsv(app, staff, exported, input), name),
  )
}

/** The `ALL` export of an endpoint file. Rejects other methods with `method_not_allowed`. */
export function resource(...routes: Route[]): (context: ApiContext) => Promise<Response> {
  const methods = routes.flatMap(({ contract: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  return async (context) => {
    const app = await getApp()
    const method = context.request.method === 'HEAD' ? 'GET' : context.request.method
    const route = routes.find(({ contract }) => contract.method === method)
    try {
      if (!route) return errorResponse({ code: 'method_not_allowed' }, new Headers({ allow: methods.join(', ') }))
      if (method !== 'GET' && !isOwnOrigin(context.request, route.contract, app.env))
        return errorResponse({ code: 'forbidden' })
      return await route.respond(context, app)
    } catch (error) {
      return toResponse(failUnexpected(app, context, error), context.request, route?.contract)
    }
  }
}

/** Logs an unexpected error and returns its failure. */
function failUnexpected(app: App, { request, routePattern }: ApiContext, error: unknown): Outcome<never> {
  const called = { method: request.method, route: routePattern }
  if (error instanceof DatabaseUnavailable) {
    app.log.info('database_unavailable', { ...called, reason: error.message })
    return failNotReady()
  }
  return fail('internal', { logId: app.log.bug(error, called) })
}

async function respond<Contract extends Endpoint>(
  contract: Contract,
  context: ApiContext,
  app: App,
  run: (call: Call<Contract>) => CallResult<Contract>,
): Promise<Response> {
  const raw = await readRaw(contract, context)
  const input = raw.ok ? parseInput(contract, context, raw.value) : raw
  if (!input.ok) return rejectForm(app, contract, context, raw, input) ?? toResponse(input, context.request, contract)
  const headers = new Headers()
  const outcome = await run({
    app,
    input: input.value,
    params: { id: context.params.id ?? '', child: context.params.child ?? '' },
    request: context.request,
    address: getClientAddress(context.request, context.clientAddress, app.env.trustProxy),
    bearer: /^Bearer (\S+)$/i.exec(context.request.headers.get('authorization') ?? '')?.[1] ?? '',
    headers,
  }).catch((error: unknown) => failUnexpected(app, context, error))
  if (outcome instanceof Response) return outcome
  return rejectForm(app, contract, context, raw, outcome) ?? toResponse(outcome, context.request, contract, headers)
}

/** Responds with the form, what was typed and the errors. */
function rejectForm(
  app: App,
  { form }: Endpoint,
  { request }: ApiContext,
  raw: Outcome<unknown>,
  outcome: Outcome<unknown>,
): Response | undefined {
  if (outcome.ok || !form || !raw.ok || !isForm(request)) return undefined
  const page = app.readPage(form.unsent)
  if (page === undefined) return undefined
  return formPageResponse(form.unsent, page, raw.value as Record<string, string>, outcome.failure)
}

/** Redirects after a form; returns JSON otherwise. */
function toResponse(
  outcome: Outcome<unknown>,
  request: ApiRequest,
  contract: Endpoint | undefined,
  headers?: Headers,
): Response {
  if (contract?.form && isForm(request))
    return redirectResponse(outcome.ok ? contract.form.sent : `${contract.form.unsent}#${outcome.failure.code}`)
  return outcome.ok ? jsonResponse(outcome.value, contract?.status, headers) : errorResponse(outcome.failure)
}

function parseInput<Contract extends Endpoint>(
  contract: Contract,
  context: ApiContext,
  raw: unknown,
): Outcome<Input<Contract>> {
  // PostgreSQL rejects NUL in text.
  const texts = [...Object.values(context.params), ...context.url.searchParams.values()]
  if (texts.some((text) => text?.includes('\0'))) return fail('not_found')
  const parsed = (contract.input ?? NO_FIELDS).safeParse(raw, { reportInput: true })
  if (!parsed.success) return fail('invalid', { fields: getFieldMessages(parsed.error.issues) })
  return succeed(parsed.data as Input<Contract>)
}

async function readRaw(
  { method, form, upload, raw }: Endpoint,
  { request, url }: ApiContext,
): Promise<Outcome<unknown>> {
  // The call reads an upload itself, after it has checked the caller.
  if (upload) return succeed({})
  if (method === 'GET') return succeed(Object.fromEntries(url.searchParams))
  if (raw) return readText(request)
  return form && isForm(request) ? readForm(request) : readJson(request)
}
