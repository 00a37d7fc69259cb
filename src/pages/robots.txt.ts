import type { APIRoute } from 'astro'

/** Nobody is led by a search into the staff's pages, a payment or the calls of the API. */
const CLOSED = ['/admin', '/payment', '/api', '/sandbox']

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      'Allow: /',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap-index.xml', site)}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
