import { expect, heading, test } from './visitor.ts'

test('the blog links its posts, their sections and the next post', async ({ page }) => {
  await page.goto('/blog')
  const posts = page.getByRole('main').getByRole('article')
  await expect(page.getByText('Featured', { exact: true })).toHaveCount(2)
  const counted = await page.getByRole('region', { name: 'Categories' }).getByRole('listitem').allInnerTexts()
  expect(counted.reduce((sum, row) => sum + Number(/\d+/.exec(row)?.[0]), 0)).toBe(await posts.count())

  const title = await posts.last().getByRole('heading').innerText()
  await posts.last().click({ position: { x: 4, y: 4 } })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/)

  const part = page.getByRole('navigation', { name: 'In this post' }).getByRole('link').last()
  const name = await part.innerText()
  await part.click()
  await expect(heading(page, name).last()).toBeInViewport()

  await page.getByRole('navigation', { name: 'More posts' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeHidden()
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL(/\/blog$/)
})

test('the RSS feed is linked, well formed and lists every post', async ({ page, request }) => {
  await page.goto('/blog')
  const feed = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
  const text = await (await request.get(feed ?? '')).text()
  const items = await page.evaluate((xml) => {
    const read = new DOMParser().parseFromString(xml, 'text/xml')
    if (read.querySelector('parsererror')) throw new Error(read.documentElement.textContent ?? '')
    const of = (item: Element, name: string) => item.getElementsByTagName(name)[0]?.textContent ?? ''
    return [...read.querySelectorAll('item')].map((item) => ({
      link: of(item, 'link'),
      day: new Date(of(item, 'pubDate')).toISOString().slice(0, 10),
    }))
  }, text)
  expect(items).toHaveLength(await page.getByRole('main').getByRole('article').count())
  const days = items.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().reverse())
  for (const { link } of items) expect((await request.get(new URL(link).pathname)).status(), link).toBe(200)
})

test('the category, date and reading time of a post share one line on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/blog')
  const lines = page.getByRole('region', { name: 'Latest' }).locator('p:has(> time)')
  expect(await lines.count()).toBeGreaterThan(0)
  for (const line of await lines.all()) {
    const tops = await line.locator('> *').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
    expect(new Set(tops.map(Math.round)).size).toBe(1)
  }
})

test('a long word in a featured title stays beside its image on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/blog')
  const overflows = await page
    .getByRole('region', { name: 'Featured' })
    .getByRole('heading')
    .evaluateAll((titles) => {
      for (const title of titles) title.querySelector('a')?.replaceChildren('Internationalisation')
      return titles.map(
        (title) => title.getBoundingClientRect().right > (title.parentElement?.getBoundingClientRect().right ?? 0),
      )
    })
  expect(overflows).toEqual([false, false])
})

test('on a phone each cell of a table names its column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/blog/a-founders-map-of-the-valley')
  const cells = page.locator('table').first().locator('tbody tr').first().locator('td')
  const heads = cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content))
  expect(await heads).toEqual(['"What about"', '"What to ask or bring"'])
})

test('on a phone the short values of a table are side by side', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/blog/a-working-day-at-utc-5-45')
  const cells = page.locator('table').first().locator('tbody tr').first().locator('td')
  const tops = cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
  const [july, january] = await tops
  expect(july).toBe(january)
})
