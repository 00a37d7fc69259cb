import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { streamEvents } from '#contract/admin/events.ts'
import { sendChatMessage } from '#contract/chat.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FAILURES, type Failure, type FailureCode } from '#contract/failure.ts'
import { ROLES } from '#domain/staff.ts'
import { describeOnEachEngine, expectNothingStored, firstEntry, rows, stored } from '../support/app.ts'
import { newKey, placed } from '../support/orders.ts'
import { call, rejected, SAME_ORIGIN, type Sent, send } from '../support/requests.ts'
import { owner } from '../support/staff-accounts.ts'
import type { ValidCall } from './valid-calls/valid-call.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const named = ({ method, path }: Endpoint): string => `${method} ${path}`
const each = (contracts: readonly Endpoint[]) => contracts.map((contract) => [named(contract), contract] as const)
/** Endpoints that respond with a stream of events. */
const STREAMS: readonly Endpoint[] = [streamEvents, sendChatMessage]
const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')
/** Endpoints whose body is JSON or a form. A signed body is read as raw bytes. */
const parsed = changing.filter(({ raw }) => !raw)

/** The calls of all files in `valid-calls/`. */
const files = globSync('tests/api/valid-calls/*.ts', { exclude: ['**/valid-call.ts'] })
const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<{ VALID_CALLS: ValidCall[] }>))
const VALID_CALLS = new Map(modules.flatMap((module) => module.VALID_CALLS))

describe('the list of endpoints', () => {
  test('names every endpoint file, and each endpoint has one', () => {
    const files = globSync('src/pages/api/**/*.ts').filter((file) => !file.endsWith('[...path].ts'))
    const routes = files.map((file) => file.replace(/^src\/pages|(\/index)?\.ts$/g, ''))
    const paths = routes.map((route) => route.replaceAll('[', '{').replaceAll(']', '}'))
    expect(paths.sort()).toEqual([...new Set(ENDPOINTS.map(({ path }) => path))].sort())
  })

  test('names no endpoint twice, and only failures that have a status', () => {
    expect(new Set(ENDPOINTS.map(named)).size).toBe(ENDPOINTS.length)
    for (const { failures = [] } of ENDPOINTS) for (const code of failures) expect(FAILURES).toHaveProperty(code)
  })

  test('has a valid call for each endpoint', () => {
    expect(ENDPOINTS.filter((contract) => !VALID_CALLS.has(contract)).map(named)).toEqual([])
  })
})

describeOnEachEngine('on %s', (app, engine) => {
  /** Rejections before the first query are the same on both engines. */
  const onOneEngine = (contracts: readonly Endpoint[]) => (engine === 'sqlite' ? each(contracts) : [])
  /** A call that succeeds, without the headers of a same-origin request. */
  async function callOf(contract: Endpoint): Promise<Sent> {
    const signedIn = contract.path.startsWith('/api/admin/') ? (await owner(app)).sent : undefined
    const { headers, ...sent } = (await VALID_CALLS.get(contract)?.(app, signedIn ?? {})) ?? {}
    const key = contract.failures?.includes('idempotency_missing') && { 'idempotency-key': newKey() }
    return { ...signedIn, ...sent, headers: { ...signedIn?.headers, ...headers, ...key } }
  }

  /** Sends each variant of a call, which must fail with the code and store nothing. */
  const rejections = (code: FailureCode, contract: Endpoint, sent: Sent, variants: Sent[] = [{}]) =>
    expectNothingStored(app, async () => {
      const failures: Failure[] = []
      for (const variant of variants) {
        const headers = { ...sent.headers, ...variant.headers }
        failures.push(await rejected(code, contract, { ...sent, ...variant, headers }))
      }
      return failures
    })

  test.each(each(ENDPOINTS))(
    '%s returns a response that fits its contract, may not be stored, and does not change the audit log',
    async (_, contract) => {
      const entry = await firstEntry(app)
      const sent = await callOf(contract)
      const full = { ...sent, headers: { ...sent.headers, ...SAME_ORIGIN } }
      if (STREAMS.includes(contract)) expect(await send(contract, full)).toMatchObject({ status: 200, body: undefined })
      else await call(contract, full)
      const { headers } = await send(contract, full)
      expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(await rows(app.db.read, 'audit')).toContainEqual(entry)
    },
  )

  test.each(onOneEngine(ENDPOINTS))('%s rejects methods that are not listed', { tags: 'long' }, async (_, { path }) => {
    const methods: string[] = ENDPOINTS.flatMap((other) => (other.path === path ? other.method : [])).toSorted()
    await expectNothingStored(app, async () => {
      for (const method of METHODS) {
        const { status, headers } = await send({ path, method }, { headers: SAME_ORIGIN })
        const allowed = headers.get('allow')?.replace(', HEAD', '').split(', ').toSorted()
        if (methods.includes(method)) expect(status).not.toBe(405)
        else expect([method, status, allowed]).toEqual([method, 405, methods])
      }
    })
  })

  test.each(onOneEngine(ENDPOINTS.filter(({ access }) => access === 'staff')))(
    '%s returns only an error without a session',
    async (_, contract) => {
      await placed(app)
      const failures = await rejections('unauthorized', contract, { headers: SAME_ORIGIN }, [
        {},
        { headers: { cookie: 'sid=x' } },
        { headers: { cookie: 'admin_session_v1={}' } },
        { headers: { authorization: 'Bearer x' } },
      ])
      expect(failures).toEqual(Array(4).fill({ code: 'unauthorized', message: 'Sign in first.' }))
    },
  )

  const lowerRoles = onOneEngine(ENDPOINTS).flatMap(([name, contract]) => {
    const lower = ROLES.slice(0, contract.role ? ROLES.indexOf(contract.role) : 0)
    return lower.map((role) => [name, role, contract] as const)
  })
  test.each(lowerRoles)('%s rejects the role %s', async (_, role, contract) => {
    const { headers } = (await owner(app, role)).sent
    await placed(app)
    const sent = { headers: { ...headers, 'idempotency-key': 'another key' } }
    await rejections('forbidden', contract, sent, [{ id: 'x' }, { id: 'BK-1764561600000-ABCD' }])
  })

  test.each(each(changing.filter(({ failures = [] }) => failures.includes('idempotency_missing'))))(
    '%s requires an idempotency key, and runs once for the same key',
    async (_, contract) => {
      const sent = await callOf(contract)
      const { 'idempotency-key': key = '', ...headers } = { ...sent.headers, ...SAME_ORIGIN }
      const under = (used?: string) => ({
        ...sent,
        headers: { ...headers, ...(used !== undefined && { 'idempotency-key': used }) },
      })
      await rejections('idempotency_missing', contract, {}, [undefined, 'short', 'x'.repeat(201)].map(under))
      const before = await stored(app)
      const first = await call(contract, under(key))
      expect(await stored(app)).not.toEqual(before)
      expect(await expectNothingStored(app, () => call(contract, under(key)))).toEqual(first)
    },
  )

  test.each(onOneEngine(changing))('%s rejects requests of another site', { tags: 'long' }, async (_, contract) => {
    await rejections('forbidden', contract, await callOf(contract), [
      { headers: { origin: 'https://evil.example' } },
      { headers: { origin: 'null' } },
      { headers: { origin: 'http://admin.localhost:4321' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
      { headers: { 'sec-fetch-site': 'same-site' } },
    ])
  })

  test.each(onOneEngine(changing.filter(({ ownPages }) => ownPages)))(
    '%s rejects requests without an origin',
    async (_, contract) => {
      await rejections('forbidden', contract, await callOf(contract))
    },
  )

  test.each(onOneEngine(parsed))('%s rejects another content type', { tags: 'long' }, async (_, contract) => {
    const sent = await callOf(contract)
    const raw = JSON.stringify(sent.body ?? { a: '1' })
    const urlencoded = contract.form ? [] : ['application/x-www-form-urlencoded']
    const types = ['text/plain', ...urlencoded, 'multipart/form-data; boundary=x', '']
    const variants = types.map((type) => ({ headers: { ...SAME_ORIGIN, 'content-type': type } }))
    await rejections('unsupported_type', contract, { ...sent, raw }, variants)
  })

  test.each(onOneEngine(parsed.filter(({ upload: isUpload }) => !isUpload)))(
    '%s rejects a body that is malformed or too large',
    { tags: 'long' },
    async (_, contract) => {
      const sent = await callOf(contract)
      const headers = { ...sent.headers, ...SAME_ORIGIN }
      await rejections('bad_json', contract, { ...sent, headers, raw: '{"a":' })
      await rejections('too_large', contract, { ...sent, headers, raw: `{"a":"${'x'.repeat(65_536)}"}` })
    },
  )

  test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))(
    '%s and its HEAD change nothing',
    { tags: 'long' },
    async (_, contract) => {
      const sent = await callOf(contract)
      const before = await stored(app)
      for (const method of ['GET', 'HEAD'])
        for (const query of [sent.query ?? {}, { ...sent.query, method: 'DELETE', _method: 'POST', action: 'confirm' }])
          expect((await send(contract, { ...sent, method, query })).status).toBeLessThan(500)
      const after = await stored(app)
      // Exports are recorded in the audit log.
      const log = contract.recorded ? { audit: before.audit, settings: before.settings } : {}
      expect({ ...after, ...log }).toEqual(before)
    },
  )

  describe('invalid ids and queries', { tags: 'long' }, () => {
    const ODD = [
      "' or 1=1 --",
      '%',
      '_',
      '\0',
      'a\0b',
      '%2500',
      '../../etc/passwd',
      '🌳',
      '{}',
      'x'.repeat(8_000),
      '__proto__',
    ]
    /** Every query parameter of an endpoint, and an unknown one. */
    const parametersOf = ({ input }: Endpoint): string[] => [
      'unknown',
      ...(input && 'shape' in input ? Object.keys(input.shape as object) : []),
    ]

    test.each(each(ENDPOINTS.filter(({ path }) => path.includes('{id}'))))('%s rejects the id', async (_, contract) => {
      const sent = await callOf(contract)
      for (const id of ODD) await rejected('not_found', contract, { ...sent, id })
    })

    test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))('%s never returns 5xx', async (_, contract) => {
      const sent = await callOf(contract)
      for (const odd of ODD)
        for (const name of parametersOf(contract)) {
          const { status } = await send(contract, { ...sent, query: { ...sent.query, [name]: odd } })
          expect(status).toBeLessThan(500)
        }
    })
  })

  test.each(['/api', '/api/nothing', '/api/bookings/x/y', '/api/admin', '/api/../health'])(
    '%s is an unknown address',
    async (path) => {
      for (const method of METHODS) {
        const unknown = { path, method, failures: ['not_found'] } as unknown as Endpoint
        expect(await rejected('not_found', unknown)).toEqual({ code: 'not_found', message: 'We could not find this.' })
      }
    },
  )
})
