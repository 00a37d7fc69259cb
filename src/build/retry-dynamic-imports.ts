import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/
const LOAD_PART = fileURLToPath(new URL('../stores/load-part.ts', import.meta.url))

/**
 * Replaces Vite's preload helper, through which every dynamic import of a page's script goes, by one that retries. Styles
 * are inlined in the pages, so the files that Vite lists for a part are scripts only.
 */
export const retryDynamicImports = (): AstroIntegration => ({
  name: 'retried-parts',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return
      let replaced = false
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'retried-parts',
              applyToEnvironment: ({ name }) => name === 'client',
              transform: {
                filter: { id: PRELOAD_HELPER },
                handler() {
                  replaced = true
                  return `export { loadPart as __vitePreload } from ${JSON.stringify(LOAD_PART)}`
                },
              },
              generateBundle() {
                if (!replaced) this.error('Vite has no preload helper of the known name: parts would not be retried.')
              },
            },
          ],
        },
      })
    },
  },
})
