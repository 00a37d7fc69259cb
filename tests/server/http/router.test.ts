import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiListener } from '#server/http/router.ts'
import { setApp } from '#server/open-app.ts'
import { withApp } from '../../support/app.ts'

/** The way in which the running product answers, over a real socket; what each call says is tested elsewhere. */
let server: Server
let url: string

withApp('sqlite', (app) => setApp(app))
beforeAll(async () => {
  server = createServer(await apiListener(`${process.cwd()}/src/pages/api`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const codeOf = async (answer: Response): Promise<string | undefined> =>
  ((await answer.json()) as { error?: { code: string } }).error?.code

test('files are addresses, names in brackets are parameters', async () => {
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect((await fetch(`${url}/api/health/`)).status).toBe(200)
  expect((await fetch(`${url}/api/prices?x=1`)).status).toBe(200)
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1`))).toBe('not_found')
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1/hold`, { method: 'POST' }))).toBe('not_found')
  expect(await codeOf(await fetch(`${url}/api/bookings/BK-1/hold`))).toBe('method_not_allowed')
})

test('what no file answers is refused in the manner of the API', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/bookings/a/b/c', '/api/%', '/api/..%2f']) {
    const answer = await fetch(url + path)
    expect(answer.status, path).toBe(404)
    expect(answer.headers.get('content-type'), path).toContain('application/json')
    expect(await codeOf(answer), path).toBe('not_found')
  }
})

test('HEAD is GET without a body', async () => {
  const answer = await fetch(`${url}/api/prices`, { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})

test('a body without an announced length is counted, refused while it streams, and the refusal arrives', async () => {
  const status = await new Promise<number>((resolve, reject) => {
    const call = request(`${url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    call.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
      call.destroy()
    })
    call.once('error', reject)
    for (let chunk = 0; chunk < 160; chunk++) call.write('x'.repeat(65_536))
    call.end()
  })
  expect(status).toBe(413)
})

test('a sender who goes away in the middle leaves the server as it was', async () => {
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
