import { openHttpProxy } from '../support/http-proxy.ts'
import { follow, launchPrerenderingBrowser } from '../support/prerendering.ts'
import { expect, test } from './visitor.ts'

test('a page prerendered on hover calls no API before it is opened', async ({ baseURL }) => {
  const requests: { path: string; prerendering: boolean }[] = []
  let lastRequest = 0
  const site = await openHttpProxy(String(baseURL), {
    before: ({ url = '', headers }) => {
      requests.push({ path: url, prerendering: `${headers['sec-purpose']}`.includes('prerender') })
      lastRequest = performance.now()
    },
  })
  const listPaths = (during: boolean) => requests.filter((one) => one.prerendering === during).map(({ path }) => path)
  const browser = await launchPrerenderingBrowser()
  try {
    const page = await browser.newPage()
    await page.setViewport({ width: 1_280, height: 800 })
    await page.goto(site.url, { waitUntil: 'networkidle0' })
    requests.length = 0
    await page.locator('a[href="/pricing"]').hover()
    await expect.poll(() => listPaths(true)).toContain('/pricing')
    // Scripts load 200 ms after a page, so after this silence they would have called the API.
    await expect.poll(() => performance.now() - lastRequest).toBeGreaterThan(1_500)
    expect(listPaths(true).filter((path) => path.startsWith('/api/'))).toEqual([])
    await follow(page, '/pricing')
    await expect.poll(() => listPaths(false)).toContain('/api/prices/figures')
    expect(listPaths(false)).not.toContain('/pricing')
  } finally {
    await browser.close()
    site.close()
  }
})
