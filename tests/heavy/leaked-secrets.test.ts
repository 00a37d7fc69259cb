import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { placeBooking } from '../support/booking-client.ts'
import { signIn } from '../support/payment-client.ts'
import { queryDatabase, useBrowser, useServer } from '../support/server-fixture.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

const server = useServer(STAFF_SETTINGS)
const browser = useBrowser()

/** What staff read of a booking, apart from the screens' own pages. */
const STAFF_LISTS = [
  'bookings',
  'payments',
  'emails',
  'audit',
  'export/bookings.csv',
  'export/payments.csv',
  'export/audit.csv',
]

test('the secret of a link is in no address, referrer, log line, staff list or column but emails', async () => {
  const { url, dataDir } = server()
  const { bookingId, secret } = await placeBooking(url, { email: 'aarati@example.com', planId: 'explorer' })
  const context = await browser().newContext({ baseURL: url })
  const page = await context.newPage()
  const requests: { address: string; referrer: string; hasSecret: boolean }[] = []
  // Other sites get no request, as the test has no network.
  await context.route(
    ({ origin }) => origin !== new URL(url).origin,
    (route) => route.fulfill({ body: '<title>Another site</title>', contentType: 'text/html' }),
  )
  context.on('request', async (request) => {
    const headers = await request.allHeaders()
    requests.push({
      address: request.url(),
      referrer: headers.referer ?? '',
      hasSecret: JSON.stringify([headers, request.postData()]).includes(secret),
    })
  })

  await page.goto(`/your-booking#${bookingId}.${secret}`)
  await page.getByText(bookingId, { exact: true }).waitFor()
  expect(page.url()).toBe(`${url}/your-booking`)
  expect(await page.content()).not.toContain(secret)
  const others = page.getByRole('main').locator('a[href^="https://"]:visible')
  const count = await others.count()
  expect(count).toBeGreaterThan(1)
  for (let index = 0; index < count; index++) {
    await others.nth(index).click()
    await page.waitForURL(({ origin }) => origin !== new URL(url).origin)
    expect(await page.evaluate(() => document.referrer)).toBe('')
    await page.goBack()
    await page.getByText(bookingId, { exact: true }).waitFor()
  }
  await page.goto('/contact')
  expect(await page.evaluate(() => document.referrer)).toBe('')
  await context.close()

  const sites = new Set(requests.map(({ address }) => new URL(address).origin))
  expect(sites.size, 'pages of other sites were opened').toBeGreaterThan(1)
  for (const { address, referrer, hasSecret } of requests) {
    expect(address).not.toContain(secret)
    expect(referrer).not.toContain(secret)
    if (hasSecret) expect(address).toBe(`${url}/api/bookings/${bookingId}`)
  }
  expect(requests.some(({ hasSecret }) => hasSecret)).toBe(true)

  const cookie = await signIn(url)
  for (const list of STAFF_LISTS) {
    const response = await fetch(`${url}/api/admin/${list}`, { headers: { cookie } })
    expect(response.status, list).toBe(200)
    expect(await response.text(), list).not.toContain(secret)
  }
  expect(server().output()).toContain('"')
  expect(server().output()).not.toContain(secret)
  expect(findColumns(dataDir, secret)).toEqual([])
})

/** The columns, other than those of emails, that contain a text. */
function findColumns(dataDir: string, text: string): string[] {
  const tables = queryDatabase(dataDir, `select name from sqlite_master where type = 'table' and name <> 'emails'`)
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'), { readOnly: true })
  try {
    return tables.flatMap(({ name }) =>
      db
        .prepare(`select * from "${name}"`)
        .all()
        .flatMap((row) => Object.entries(row).filter(([, value]) => String(value).includes(text)))
        .map(([column]) => `${name}.${column}`),
    )
  } finally {
    db.close()
  }
}
