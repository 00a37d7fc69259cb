import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKS } from '../audit/checks.ts'
import { crawl, type Web } from '../audit/crawl.ts'
import { checkSitemap, links } from '../audit/links.ts'
import { listFaults } from '../audit/measurement.ts'
import { readRoutes } from '../audit/routes.ts'
import { openSite, type Site } from '../audit/site.ts'
import { useServer } from '../support/server-fixture.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

/** Runs the checks of `npm run audit` except Lighthouse and the 1,000 posts. */
const BUILD = 'dist/client'

const server = useServer(STAFF_SETTINGS)
let site: Site
let web: Web

beforeAll(async () => {
  site = await openSite(server().url, BUILD)
  web = await crawl(site)
})
afterAll(() => site.browser.close())

describe.concurrent.each(readRoutes(BUILD))('the page $path', (route) => {
  for (const check of CHECKS)
    test(`passes the check ${check.name}`, async () => {
      expect(listFaults(await check(site, route)).join('\n')).toBe('')
    })
})

test('no address in a page, feed or sitemap is broken', () => {
  const faults = [...web.resources.keys()].flatMap((address) =>
    links(web, address).broken.map((fault) => `${address}: ${fault}`),
  )
  expect(faults.join('\n')).toBe('')
})

test('every listed page can be found, and no other is in the sitemap', () => {
  expect(Object.fromEntries(checkSitemap(web, site.routes, server().url))).toEqual({})
})
