import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { FORMER_LOCATION_IDS } from '../domain/location.ts'

/** Adds the earlier ids of locations to the `_redirects` of the build, for the server and for static hosts. */
export const redirects = (): AstroIntegration => ({
  name: 'redirects',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const file = fileURLToPath(new URL('_redirects', dir))
      const rules = Object.entries(FORMER_LOCATION_IDS).map(
        ([former, id]) => `/locations/${former} /locations/${id} 301\n`,
      )
      // Specific addresses come first: the first rule that matches applies.
      writeFileSync(file, rules.join('') + readFileSync(file, 'utf8'))
    },
  },
})
