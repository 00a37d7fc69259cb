import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { apiListener } from '#server/http/router.ts'
import { useApp } from '../../support/app.ts'
import { listen } from '../../support/listen.ts'

/** A server on a real socket. The responses themselves are tested in `tests/api`. */
let url: string

useApp('sqlite')
beforeAll(async () => {
  const server = await listen(await apiListener(`${process.cwd()}/src/pages/api`))
  url = server.url
  return server.close
})

const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { error?: { code: string } }).error?.code

test('apiListener serves files as addresses, with the names in brackets as parameters', async () => {
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect((await fetch(`${url}/api/health/`)).status).toBe(200)
  expect((await fetch(`${url}/api/prices?x=1`)).status).toBe(200)
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1`))).toBe('not_found')
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1/hold`, { method: 'POST' }))).toBe('not_found')
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1/hold`))).toBe('method_not_allowed')
})

test('apiListener rejects unknown addresses like the API', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/bookings/a/b/c', '/api/%', '/api/..%2f']) {
    const response = await fetch(url + path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('content-type'), path).toContain('application/json')
    expect(await codeOf(response), path).toBe('not_found')
  }
})

test('apiListener handles HEAD as GET without a body', async () => {
  const response = await fetch(`${url}/api/prices`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})

test('apiListener counts a body without a length, and rejects it while it streams', async () => {
  const status = await new Promise<number>((resolve, reject) => {
    const call = request(`${url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    call.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      call.destroy()
    })
    call.once('error', reject)
    for (let chunk = 0; chunk < 160; chunk++) call.write('x'.repeat(65_536))
    call.end()
  })
  expect(status).toBe(413)
})

test('apiListener is unaffected by a client that disconnects', async () => {
  const call = request(`${url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000', 'idempotency-key': 'goes-away-1' },
  })
  call.once('error', () => {})
  call.write('{"locationId":')
  await new Promise((resolve) => call.once('socket', (socket) => socket.once('connect', resolve)))
  call.destroy()
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
})
