import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sitemapOf from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

/** The pages that search engines may list. What a page's own head says decides: there is no second list. */
export function sitemap(): AstroIntegration {
  let folder = ''
  /** Of a built page; empty where none is, as for those made when they are asked for. */
  const headOf = (url: string): string => {
    const file = join(folder, `${new URL(url).pathname.replace(/\/$/, '') || '/index'}.html`)
    return existsSync(file) ? readFileSync(file, 'utf8').split('</head>', 1).join() : ''
  }
  const own = sitemapOf({
    filter: (url) => headOf(url).includes(`<link rel="canonical" href="${url}">`),
    serialize: (item) => {
      const changed = /"(?:article:published|og:updated)_time" content="([^"]+)"/.exec(headOf(item.url))?.[1]
      return { ...item, ...(changed && { lastmod: changed }) }
    },
  })
  const done = own.hooks['astro:build:done']
  return {
    ...own,
    hooks: {
      ...own.hooks,
      'astro:build:done': (built) => {
        folder = fileURLToPath(built.dir)
        return done?.(built)
      },
    },
  }
}
