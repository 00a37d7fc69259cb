import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { forEachFile } from './for-each-file.ts'
import { writeSharedDictionary } from './shared-dictionary.ts'

const COMPRESSIBLE_FILE = /\.(?:html|css|js|mjs|svg|json|xml|txt|wasm|webmanifest)$/
const MIN_BYTES = 256
/** The receipt reader's, of which the highest level saves 11 % in ten times as long. */
const LARGE_FILE = { minBytes: 1_000_000, level: 9 }
const ENCODINGS = {
  br: (content: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_QUALITY]:
          content.length < LARGE_FILE.minBytes ? constants.BROTLI_MAX_QUALITY : LARGE_FILE.level,
      },
    }),
  gz: (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 }),
}

/**
 * Writes `.br` and `.gz` beside files that become smaller, and `.dcb` beside content pages. Unchanged ones are reused,
 * because the highest brotli level is slow.
 */
export function precompress(): AstroIntegration {
  let cache = ''
  return {
    name: 'precompress',
    hooks: {
      'astro:config:done': ({ config }) => {
        cache = fileURLToPath(new URL('compressed/', config.cacheDir))
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        await mkdir(cache, { recursive: true })
        const dictionary = await writeSharedDictionary(folder)
        const known = new Set(await readdir(cache))
        const inUse = new Map<string, Promise<unknown>>()
        const store = async (stored: string, compressed: () => Promise<Buffer>) => {
          if (known.has(stored)) return
          // Renamed when complete, so that an interrupted build leaves no partial file.
          await writeFile(join(cache, `${stored}.part`), await compressed())
          await rename(join(cache, `${stored}.part`), join(cache, stored))
        }
        await forEachFile(folder, COMPRESSIBLE_FILE, async (name) => {
          const content = await readFile(join(folder, name))
          if (content.length < MIN_BYTES) return
          const hash = createHash('sha256').update(content).digest('hex')
          const encodings = Object.entries(ENCODINGS).map(([ending, compress]) => ({ ending, key: ending, compress }))
          if (dictionary?.has(name))
            encodings.push({ ending: 'dcb', key: `${dictionary.hash}.dcb`, compress: dictionary.compress })
          for (const { ending, key, compress } of encodings) {
            const stored = `${hash}.${key}`
            const work = inUse.get(stored) ?? store(stored, () => compress(content))
            inUse.set(stored, work)
            await work
            await copyFile(join(cache, stored), join(folder, `${name}.${ending}`))
          }
        })
        for (const stored of known) if (!inUse.has(stored)) await rm(join(cache, stored))
      },
    },
  }
}
