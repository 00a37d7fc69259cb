import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib'
import { DICTIONARY_PREFIX } from '#server/http/shared-dictionary.ts'

/** Parts end where markup, styles and data do. */
const PARTS = /(?=<)|(?<=\})|(?<=[;,])(?=")/
/** A thousand posts do not make the dictionary larger than six. */
const MAX_PAGES_PER_FOLDER = 12
/** RFC 9842: a response begins with these bytes and the hash of its dictionary. */
const DCB_MAGIC = Buffer.from([0xff, 0x44, 0x43, 0x42])
/** A third of the time of level 11, for 1 % of brotli's bytes. */
const LEVEL = 10

interface SharedDictionary {
  /** Hexadecimal. */
  hash: string
  /** Whether this file is one of the pages that use it. */
  has(name: string): boolean
  /** Compresses a page as the encoding `dcb`. */
  compress(page: Buffer): Promise<Buffer>
}

/** Writes what several pages have in common to one file, so that a browser that has it loads the rest of a page only. */
export async function writeSharedDictionary(folder: string): Promise<SharedDictionary | undefined> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).toSorted()
  const pages = new Map<string, string>()
  for (const name of names) {
    const html = await readFile(join(folder, name), 'utf8')
    // The booking form is mostly its island.
    if (html.includes('<link rel="canonical"') && !html.includes('<astro-island')) pages.set(name, html)
  }
  if (pages.size < 2) return undefined
  const dictionary = Buffer.from(findSharedParts(pages))
  const digest = createHash('sha256').update(dictionary).digest()
  const hash = digest.toString('hex')
  await writeFile(join(folder, `${DICTIONARY_PREFIX}${hash.slice(0, 8)}.txt`), dictionary)
  return {
    hash,
    has: (name) => pages.has(name),
    compress: async (page) => {
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: page.length, [constants.BROTLI_PARAM_QUALITY]: LEVEL }
      // The types do not know the dictionary of brotli yet.
      const compressed = await promisify(brotliCompress)(page, { params, dictionary } as BrotliOptions)
      return Buffer.concat([DCB_MAGIC, digest, compressed])
    },
  }
}

/** Returns the parts that more than one page contains, in the order in which they first appear. */
function findSharedParts(pages: ReadonlyMap<string, string>): string {
  const counts = new Map<string, number>()
  const read = new Map<string, number>()
  for (const [name, html] of pages) {
    const inFolder = (read.get(dirname(name)) ?? 0) + 1
    read.set(dirname(name), inFolder)
    if (inFolder > MAX_PAGES_PER_FOLDER) continue
    for (const part of new Set(html.split(PARTS))) counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return [...counts].flatMap(([part, count]) => (count > 1 ? part : [])).join('')
}
