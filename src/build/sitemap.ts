import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import createSitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

/** Lists the pages whose head allows it, so there is no second list. */
export function sitemap(): AstroIntegration {
  let folder = ''
  /** Empty for pages that are rendered on request. */
  const readHead = (url: string): string => {
    const file = join(folder, `${new URL(url).pathname.replace(/\/$/, '') || '/index'}.html`)
    return existsSync(file) ? readFileSync(file, 'utf8').split('</head>', 1).join() : ''
  }
  const integration = createSitemap({
    filter: (url) => readHead(url).includes(`<link rel="canonical" href="${url}">`),
    serialize: (item) => {
      const changed = /"(?:article:published|og:updated)_time" content="([^"]+)"/.exec(readHead(item.url))?.[1]
      return { ...item, ...(changed && { lastmod: changed }) }
    },
  })
  const done = integration.hooks['astro:build:done']
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:build:done': (built) => {
        folder = fileURLToPath(built.dir)
        return done?.(built)
      },
    },
  }
}
