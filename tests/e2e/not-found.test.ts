import { expect, test } from '@playwright/test'

/** The address, and the title, text and link of its page. */
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
  test(`${address} returns 404 with "${title}" and a link`, async ({ request }) => {
    const response = await request.get(address)
    expect(response.status()).toBe(404)
    const html = (await response.text()).replaceAll('&#39;', "'")
    expect(html).toMatch(new RegExp(`<h1[^>]*>\\s*${title}\\s*</h1>`))
    expect(html).toContain(sentence ?? title)
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
    const links = [...main.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    const textOf = (inside = '') => inside.replace(/<[^>]*>/g, '').trim()
    expect(links.map(([, href, inside]) => [textOf(inside), href])).toContainEqual([link, to])
    expect(html, 'the compact footer').toContain('Get our news by email')
  })
