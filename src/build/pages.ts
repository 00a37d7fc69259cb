import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Puts every page of the built site through these steps, one after the other, from text to text; each is read once. */
export const finishPages = (...steps: readonly ((html: string) => string)[]): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue
        const file = join(folder, name)
        writeFileSync(
          file,
          steps.reduce((html, step) => step(html), readFileSync(file, 'utf8')),
        )
      }
    },
  },
})
