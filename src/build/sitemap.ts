import { existsSync, readFileSync } from 'node:fs'
import sitemapOf from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

/** The pages that search engines may list. What a page's own head says decides: there is no second list. */
export const sitemap = (): AstroIntegration =>
  sitemapOf({
    filter: (url) => headOf(url).includes(`<link rel="canonical" href="${url}">`),
    serialize: (item) => {
      const changed = /"(?:article:published|og:updated)_time" content="([^"]+)"/.exec(headOf(item.url))?.[1]
      return { ...item, ...(changed && { lastmod: changed }) }
    },
  })

/** Of a built page; empty where none is, as for those made when they are asked for. */
function headOf(url: string): string {
  const path = new URL(url).pathname.replace(/\/$/, '') || '/index'
  const file = `dist/client${path}.html`
  return existsSync(file) ? readFileSync(file, 'utf8').split('</head>', 1).join() : ''
}
