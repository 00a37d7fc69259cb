import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sitemapOf from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

/** The pages that search engines may list. What a page's own head says decides: there is no second list. */
export function sitemap(): AstroIntegration {
  let folder = ''
  /** Each is asked for twice: whether the page is listed, and since when it is as it is. */
  const heads = new Map<string, string>()
  /** Of a built page; empty where none is, as for those made when they are asked for. */
  const headOf = (url: string): string => {
    const known = heads.get(url)
    if (known !== undefined) return known
    const file = join(folder, `${new URL(url).pathname.replace(/\/$/, '') || '/index'}.html`)
    const head = existsSync(file) ? readFileSync(file, 'utf8').split('</head>', 1).join() : ''
    heads.set(url, head)
    return head
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
