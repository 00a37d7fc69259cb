import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { forEachFile } from './for-each-file.ts'

type Step = (html: string, folder: string) => string

/** Applies the steps to the HTML of every built page, reading each page once. */
export const finishPages = (...steps: readonly Step[]): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      return forEachFile(folder, /\.html$/, async (name) => {
        const file = join(folder, name)
        await writeFile(
          file,
          steps.reduce((html, step) => step(html, folder), await readFile(file, 'utf8')),
        )
      })
    },
  },
})
