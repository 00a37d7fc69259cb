import { expect, test } from '@playwright/test'

/** What a visitor is told of an address that is none, and where it leads on. No browser takes part: these are links. */
const MISSING = [
  ['/nowhere', 'Page Not Found', undefined, 'Go Home', '/'],
  [
    '/locations/thamel-hub',
    'Location Not Found',
    "The location you're looking for doesn't exist or may have been moved.",
    'Back to locations',
    '/locations',
  ],
  ['/blog/nowhere', 'Post Not Found', "The blog post you're looking for doesn't exist.", 'Back to the blog', '/blog'],
] as const

for (const [address, title, sentence, link, to] of MISSING)
  test(`${address} answers 404: ${title}, with a way on`, async ({ request }) => {
    const answer = await request.get(address)
    expect(answer.status()).toBe(404)
    const html = (await answer.text()).replaceAll('&#39;', "'")
    expect(html).toMatch(new RegExp(`<h1[^>]*>\\s*${title}\\s*</h1>`))
    expect(html).toContain(sentence ?? title)
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
    const links = [...main.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    const words = (inside = '') => inside.replace(/<[^>]*>/g, '').trim()
    expect(links.map(([, href, inside]) => [words(inside), href])).toContainEqual([link, to])
  })
