import { METHODS } from 'node:http'
import { expect, test } from 'vitest'
import { HOSTILE_PATHS, staysOnSite } from '../support/hostile-paths.ts'
import { rawRequest, sendRaw } from '../support/raw-request.ts'
import { useServer } from '../support/server-fixture.ts'

const server = useServer()

const HOSTS = ['localhost', 'evil.example', 'a b', '<script>', 'localhost:99999']

test('responds to hostile requests without a redirect off the site, and logs only JSON', async () => {
  const port = Number(new URL(server().url).port)
  let redirects = 0
  let requests = 0
  // Node closes the connection of a CONNECT request.
  for (const method of METHODS.filter((name) => name !== 'CONNECT'))
    for (const host of HOSTS) {
      const responses = await Promise.all(HOSTILE_PATHS.map((path) => sendRaw(port, rawRequest(method, path, host))))
      for (const [index, { status, headers }] of responses.entries()) {
        const request = `${method} ${HOSTILE_PATHS[index]} (${host})`
        const location = headers.get('location')
        requests++
        expect(status, request).toBeGreaterThanOrEqual(200)
        expect(status, request).toBeLessThan(500)
        if (location === null) continue
        redirects++
        expect(staysOnSite(location, server().url), `${request} leads to ${location}`).toBe(true)
      }
    }
  await server().kill('SIGTERM')
  const lines = server().output().split('\n').filter(Boolean)
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  expect(lines.length).toBeGreaterThan(0)
  console.log(`${requests} hostile requests, ${redirects} redirects, all on the site; ${lines.length} lines of JSON`)
})
