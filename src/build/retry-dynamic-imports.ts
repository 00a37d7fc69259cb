import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/
const IMPORT_WITH_RETRY = fileURLToPath(new URL('../stores/import-with-retry.ts', import.meta.url))

/** Replaces Vite's preload helper by one that retries dynamic imports. */
export const retryDynamicImports = (): Plugin => {
  let replaced = false
  return {
    name: 'retry-dynamic-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: PRELOAD_HELPER },
      handler() {
        replaced = true
        return `export { importWithRetry as __vitePreload } from ${JSON.stringify(IMPORT_WITH_RETRY)}`
      },
    },
    generateBundle() {
      if (!replaced) this.error('Vite has no preload helper named vite/preload-helper: update this plugin.')
    },
  }
}
