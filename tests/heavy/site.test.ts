import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKS } from '../audit/checks.ts'
import { findable, links } from '../audit/links.ts'
import { routesOf } from '../audit/routes.ts'
import { openSite, type Site } from '../audit/site.ts'
import { follow, type Web } from '../audit/web.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

/** What `npm run audit` finds out about every page, but for what needs a machine to itself: Lighthouse and 1,000 posts. */
const BUILD = 'dist/client'

let server: RunningServer
let site: Site
let web: Web

beforeAll(async () => {
  server = await startServer({ STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password })
  site = await openSite(server.url, BUILD)
  web = await follow(site)
})
afterAll(async () => {
  await site.browser.close()
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

describe.concurrent.each(routesOf(BUILD))('$path', (route) => {
  for (const check of CHECKS)
    test(check.name, async () => {
      const figures = await check(site, route)
      expect(figures.flatMap(({ name, broken }) => broken.map((fault) => `${name}: ${fault}`)).join('\n')).toBe('')
    })
})

test('every address that anything names leads somewhere', () => {
  const faults = [...web.things.keys()].flatMap((address) =>
    links(web, address).broken.map((fault) => `${address}: ${fault}`),
  )
  expect(faults.join('\n')).toBe('')
})

test('every page that may be listed can be found, and no other is in the map of the site', () => {
  const faults = [...findable(web, site.routes, server.url)].map(([path, found]) => `${path}: ${found.join(', ')}`)
  expect(faults.join('\n')).toBe('')
})
