import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { forEachFile } from './for-each-file.ts'

/** Puts every page of the built site through these steps, one after the other, from text to text; each is read once. */
export const finishPages = (...steps: readonly ((html: string) => string)[]): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      return forEachFile(folder, /\.html$/, async (name) => {
        const file = join(folder, name)
        await writeFile(
          file,
          steps.reduce((html, step) => step(html), await readFile(file, 'utf8')),
        )
      })
    },
  },
})
