import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { streamEvents } from '#contract/admin/events.ts'
import { sendChatMessage } from '#contract/chat.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FAILURES } from '#contract/failure.ts'
import { ROLES } from '#domain/staff.ts'
import { setApp } from '#server/open-app.ts'
import { firstEntry, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { placed } from '../support/orders.ts'
import { call, OWN, refused, send } from '../support/requests.ts'
import type { Good } from './good/good.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const named = ({ method, path }: Endpoint): string => `${method} ${path}`
const each = (contracts: readonly Endpoint[]) => contracts.map((contract) => [named(contract), contract] as const)
/** Those that are answered with events, as long as it takes. */
const STREAMS: readonly Endpoint[] = [streamEvents, sendChatMessage]
const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')
/** Those whose body is JSON or a form: what is signed is read as it comes. */
const parsed = changing.filter(({ raw }) => !raw)

/** From the files of good/: a new resource brings its own. */
const files = globSync('tests/api/good/*.ts', { exclude: ['**/good.ts'] })
const goods = await Promise.all(files.map(async (file) => ((await import(resolve(file))) as { GOOD: Good[] }).GOOD))
const GOOD = new Map(goods.flat())

describe('the list of calls', () => {
  test('names every endpoint file, and every call has one', () => {
    const files = globSync('src/pages/api/**/*.ts').filter((file) => !file.endsWith('[...path].ts'))
    const paths = files.map((file) =>
      file
        .replace(/^src\/pages|(\/index)?\.ts$/g, '')
        .replaceAll('[', '{')
        .replaceAll(']', '}'),
    )
    expect(paths.sort()).toEqual([...new Set(ENDPOINTS.map(({ path }) => path))].sort())
  })

  test('names no call twice, and no failure that has no status', () => {
    expect(new Set(ENDPOINTS.map(named)).size).toBe(ENDPOINTS.length)
    for (const { failures } of ENDPOINTS) for (const code of failures) expect(FAILURES).toHaveProperty(code)
  })

  test('is covered by these tests', () => {
    expect(ENDPOINTS.filter((contract) => !GOOD.has(contract)).map(named)).toEqual([])
  })
})

describe.each(ENGINES)('on %s', (engine) => {
  /** What is refused before the database is asked is the same on both. */
  const refusing = (contracts: readonly Endpoint[]) => (engine === 'sqlite' ? each(contracts) : [])
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  test.each(each(ENDPOINTS))(
    '%s succeeds in the shape of its contract, is for nobody to store, and leaves the audit as it was',
    async (_, contract) => {
      const entry = await firstEntry(app)
      const sent = (await GOOD.get(contract)?.(app)) ?? {}
      const good = { ...sent, headers: { ...sent.headers, ...OWN } }
      if (STREAMS.includes(contract)) expect(await send(contract, good)).toMatchObject({ status: 200, body: undefined })
      else await call(contract, good)
      const { headers } = await send(contract, good)
      expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(await rows(app.db.read, 'audit')).toContainEqual(entry)
    },
  )

  test.each(refusing(ENDPOINTS))('the address of %s answers no other method than its calls', async (_, { path }) => {
    const answered: string[] = ENDPOINTS.filter((other) => other.path === path).map(({ method }) => method)
    const before = await stored(app)
    for (const method of METHODS) {
      const { status, headers } = await send({ path, method }, { headers: OWN })
      if (answered.includes(method)) expect(status).not.toBe(405)
      else {
        expect([method, status]).toEqual([method, 405])
        expect(
          headers
            .get('allow')
            ?.split(', ')
            .filter((name) => name !== 'HEAD'),
        ).toEqual(answered)
      }
    }
    expect(await stored(app)).toEqual(before)
  })

  test.each(refusing(ENDPOINTS.filter(({ access }) => access === 'staff')))(
    '%s tells nobody anything without a session',
    async (_, contract) => {
      await placed(app)
      const before = await stored(app)
      for (const headers of [
        {},
        { cookie: 'sid=x' },
        { cookie: 'admin_session_v1={}' },
        { authorization: 'Bearer x' },
      ]) {
        const { status, body } = await send(contract, { headers: { ...headers, ...OWN } })
        expect({ status, body }).toEqual({
          status: 401,
          body: { error: { code: 'unauthorized', message: 'Sign in first.' } },
        })
      }
      expect(await stored(app)).toEqual(before)
    },
  )

  test.each(
    refusing(ENDPOINTS).flatMap(([name, contract]) =>
      ROLES.slice(0, contract.role ? ROLES.indexOf(contract.role) : 0).map((role) => [name, role, contract] as const),
    ),
  )('%s is beyond the %s', async (_, role, contract) => {
    const { headers } = (await owner(app, role)).sent
    await placed(app)
    const before = await stored(app)
    for (const id of ['x', 'BK-1764561600000-ABCD'])
      await refused('forbidden', contract, { id, headers: { ...headers, 'idempotency-key': 'a key of its own' } })
    expect(await stored(app)).toEqual(before)
  })

  test.each(each(changing.filter(({ failures }) => failures.includes('idempotency_missing'))))(
    '%s does nothing without a key, and once under the same one',
    async (_, contract) => {
      const sent = (await GOOD.get(contract)?.(app)) ?? {}
      const { 'idempotency-key': key = '', ...headers } = { ...sent.headers, ...OWN }
      const under = (used?: string) => ({
        ...sent,
        headers: { ...headers, ...(used !== undefined && { 'idempotency-key': used }) },
      })
      const before = await stored(app)
      for (const none of [undefined, 'short', 'x'.repeat(201)])
        await refused('idempotency_missing', contract, under(none))
      expect(await stored(app)).toEqual(before)
      const first = await call(contract, under(key))
      const after = await stored(app)
      expect(after).not.toEqual(before)
      expect(await call(contract, under(key))).toEqual(first)
      expect(await stored(app)).toEqual(after)
    },
  )

  test.each(refusing(changing))('%s does nothing for another site’s page', async (_, contract) => {
    const good = (await GOOD.get(contract)?.(app)) ?? {}
    const before = await stored(app)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://admin.localhost:4321' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      await refused('forbidden', contract, { ...good, headers: { ...good.headers, ...headers } })
    expect(await stored(app)).toEqual(before)
  })

  test.each(refusing(changing.filter(({ ownPages }) => ownPages)))(
    '%s does nothing for who says nothing of where they come from',
    async (_, contract) => {
      const good = (await GOOD.get(contract)?.(app)) ?? {}
      const before = await stored(app)
      await refused('forbidden', contract, good)
      expect(await stored(app)).toEqual(before)
    },
  )

  test.each(refusing(parsed))('%s does nothing for a form it was not made for', async (_, contract) => {
    const good = (await GOOD.get(contract)?.(app)) ?? {}
    const before = await stored(app)
    const urlencoded = contract.form ? [] : ['application/x-www-form-urlencoded']
    for (const type of ['text/plain', ...urlencoded, 'multipart/form-data; boundary=x', '']) {
      const headers = { ...good.headers, ...OWN, 'content-type': type }
      await refused('unsupported_type', contract, { ...good, raw: JSON.stringify(good.body ?? { a: '1' }), headers })
    }
    expect(await stored(app)).toEqual(before)
  })

  test.each(refusing(parsed.filter(({ upload: takesFile }) => !takesFile)))(
    '%s does nothing with a body that is broken or too large',
    async (_, contract) => {
      const sent = (await GOOD.get(contract)?.(app)) ?? {}
      const good = { ...sent, headers: { ...sent.headers, ...OWN } }
      const before = await stored(app)
      await refused('bad_json', contract, { ...good, raw: '{"a":' })
      await refused('too_large', contract, { ...good, raw: `{"a":"${'x'.repeat(65_536)}"}` })
      expect(await stored(app)).toEqual(before)
    },
  )

  test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))(
    '%s and its HEAD change nothing',
    async (_, contract) => {
      const good = (await GOOD.get(contract)?.(app)) ?? {}
      const before = await stored(app)
      for (const method of ['GET', 'HEAD'])
        for (const query of [good.query ?? {}, { ...good.query, method: 'DELETE', _method: 'POST', action: 'confirm' }])
          expect((await send(contract, { ...good, method, query })).status).toBeLessThan(500)
      const after = await stored(app)
      // What is taken out of the house is written down.
      const log = contract.recorded ? { audit: before.audit, settings: before.settings } : {}
      expect({ ...after, ...log }).toEqual(before)
    },
  )

  describe('nothing breaks', () => {
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
    /** Every name that a call reads from its query, and one that none does. */
    const queried = ({ input }: Endpoint): string[] => [
      'unknown',
      ...('shape' in input ? Object.keys(input.shape as object) : []),
    ]

    test.each(each(ENDPOINTS.filter(({ path }) => path.includes('{id}'))))(
      '%s, whatever stands for the id',
      async (_, contract) => {
        const good = (await GOOD.get(contract)?.(app)) ?? {}
        for (const id of ODD) await refused('not_found', contract, { ...good, id })
      },
    )

    test.each(each(ENDPOINTS.filter(({ method }) => method === 'GET')))(
      '%s, whatever stands in the query',
      async (_, contract) => {
        const good = (await GOOD.get(contract)?.(app)) ?? {}
        for (const odd of ODD)
          for (const name of queried(contract)) {
            const { status } = await send(contract, { ...good, query: { ...good.query, [name]: odd } })
            expect(status).toBeLessThan(500)
          }
      },
    )
  })

  test.each(['/api', '/api/nothing', '/api/bookings/x/y', '/api/admin', '/api/../health'])(
    '%s is an unknown address',
    async (path) => {
      for (const method of METHODS) {
        const { status, headers, body } = await send({ path: path as '/api/', method })
        expect({ status, body }).toEqual({
          status: 404,
          body: { error: { code: 'not_found', message: 'There is nothing here.' } },
        })
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
    },
  )
})
