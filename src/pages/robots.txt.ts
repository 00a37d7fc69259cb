import type { APIRoute } from 'astro'

/**
 * What is no page of the site. The staff's and the payment's say `noindex` themselves, which only a crawler let in can
 * read.
 */
const CLOSED = ['/api', '/sandbox']

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
