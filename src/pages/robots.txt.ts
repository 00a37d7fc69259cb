import type { APIRoute } from 'astro'

/** Paths that are not pages. Staff and payment pages use `noindex`, which crawlers must be able to read. */
const DISALLOWED_PATHS = ['/api', '/sandbox']

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      'Allow: /',
      ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap-index.xml', site)}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
