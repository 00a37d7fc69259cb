import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const TEXT = /\.(?:html|css|js|mjs|svg|json|xml|txt|webmanifest)$/
const SMALLEST = 1_024

/** Writes `.br` and `.gz` beside every text file of the build, so that no request pays for compressing. */
export const precompress = (): AstroIntegration => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(name)) continue
        const content = readFileSync(join(folder, name))
        if (content.length < SMALLEST) continue
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  },
})
