import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { mayActAs } from '#domain/staff.ts'
import type { App } from './app.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { failureAnswer, json, pageAnswer } from './http/answer.ts'
import { isForm, readForm, readJson, readText } from './http/body.ts'
import { fieldSentences } from './http/fields.ts'
import { isOwnOrigin } from './http/origin.ts'
import { notReady } from './http/ready.ts'
import type { ApiContext, ApiRequest } from './http/request.ts'
import { app } from './open-app.ts'
import { endOfSession, isFresh, keepAlive, type Staff, staffOf } from './staff/sessions.ts'
import { clientAddress } from './throttle/address.ts'

/** What the answer to one call is made from. */
export interface Call<Contract extends Endpoint> {
  app: App
  input: Input<Contract>
  params: { id: string }
  request: ApiRequest
  address: string
  /** The secret of a booking, from `Authorization: Bearer …`; empty where there is none. */
  bearer: string
  /** Headers of the answer; cookies are set here. */
  headers: Headers
}

const BEYOND = 'Your account may not do this. Ask the owner, or a manager.'

type Answer<Contract extends Endpoint> = Promise<Outcome<Output<Contract>> | Response>

interface Route {
  contract: Endpoint
  answer(context: ApiContext, opened: App): Promise<Response>
}

/** Binds a contract to the one service call that answers it. Staff calls come through `onStaff`. */
export function on<Contract extends Endpoint>(
  contract: Contract,
  run: (call: Call<Contract>) => Answer<Contract>,
): Route {
  return { contract, answer: (context, opened) => respond(contract, context, opened, run) }
}

/** As `on`, for calls that need a session, a right, or the password again: all before anything else is looked at. */
export function onStaff<Contract extends Endpoint>(
  contract: Contract,
  run: (call: Call<Contract> & { staff: Staff }) => Answer<Contract>,
): Route {
  return {
    contract,
    answer: async (context, opened) => {
      const found = await staffOf(opened, context.request)
      if (!found) {
        const ended = await endOfSession(opened, context.request)
        return failureAnswer({ code: 'unauthorized', ...(ended && { ended }) })
      }
      if (contract.role && !mayActAs(found.role, contract.role))
        return failureAnswer({ code: 'forbidden', message: BEYOND })
      if (contract.fresh && !isFresh(opened, found)) return failureAnswer({ code: 'password_again' })
      const staff = contract.passive ? found : await keepAlive(opened, found)
      return respond(contract, context, opened, (call) => run({ ...call, staff }))
    },
  }
}

/** The `ALL` export of an endpoint file: one address, its methods, and a clear refusal of every other method. */
export function resource(...routes: Route[]): (context: ApiContext) => Promise<Response> {
  const methods = routes.flatMap(({ contract: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  return async (context) => {
    const opened = await app()
    const method = context.request.method === 'HEAD' ? 'GET' : context.request.method
    const route = routes.find(({ contract }) => contract.method === method)
    try {
      if (!route) return failureAnswer({ code: 'method_not_allowed' }, new Headers({ allow: methods.join(', ') }))
      if (method !== 'GET' && !isOwnOrigin(context.request, route.contract, opened.env))
        return failureAnswer({ code: 'forbidden' })
      return await route.answer(context, opened)
    } catch (error) {
      const called = { method: context.request.method, route: context.routePattern }
      if (error instanceof DatabaseUnavailable) {
        opened.log.info('database_unavailable', { ...called, reason: error.message })
        return answerWith(notReady(), context.request, route?.contract)
      }
      const logId = opened.log.bug(error, called)
      return answerWith(fail('internal', { logId }), context.request, route?.contract)
    }
  }
}

async function respond<Contract extends Endpoint>(
  contract: Contract,
  context: ApiContext,
  opened: App,
  run: (call: Call<Contract>) => Answer<Contract>,
): Promise<Response> {
  const input = await readInput(contract, context)
  if (!input.ok) return answerWith(input, context.request, contract)
  const headers = new Headers()
  const outcome = await run({
    app: opened,
    input: input.value,
    params: { id: context.params.id ?? '' },
    request: context.request,
    address: clientAddress(context.request, context.clientAddress, opened.env.trustProxy),
    bearer: /^Bearer (\S+)$/i.exec(context.request.headers.get('authorization') ?? '')?.[1] ?? '',
    headers,
  })
  if (outcome instanceof Response) return outcome
  return answerWith(outcome, context.request, contract, headers)
}

/** A form is answered with a page, every other call with JSON. */
function answerWith(
  outcome: Outcome<unknown>,
  request: ApiRequest,
  contract: Endpoint | undefined,
  headers?: Headers,
): Response {
  if (contract?.form && isForm(request))
    return pageAnswer(outcome.ok ? contract.form.sent : `${contract.form.unsent}#${outcome.failure.code}`)
  return outcome.ok ? json(outcome.value, contract?.status, headers) : failureAnswer(outcome.failure)
}

async function readInput<Contract extends Endpoint>(
  contract: Contract,
  context: ApiContext,
): Promise<Outcome<Input<Contract>>> {
  // No id and no choice has a NUL in it, and PostgreSQL takes none.
  const texts = [context.params.id ?? '', ...context.url.searchParams.values()]
  if (texts.some((text) => text.includes('\0'))) return fail('not_found')
  const raw = await readRaw(contract, context)
  if (!raw.ok) return raw
  const parsed = contract.input.safeParse(raw.value, { reportInput: true })
  if (!parsed.success) return fail('invalid', { fields: fieldSentences(parsed.error.issues) })
  return succeed(parsed.data as Input<Contract>)
}

async function readRaw(
  { method, form, upload, raw }: Endpoint,
  { request, url }: ApiContext,
): Promise<Outcome<unknown>> {
  // Whoever may not send a file at all is not listened to for long: the call reads it once it knows.
  if (upload) return succeed({})
  if (method === 'GET') return succeed(Object.fromEntries(url.searchParams))
  if (raw) return readText(request)
  return form && isForm(request) ? readForm(request) : readJson(request)
}
