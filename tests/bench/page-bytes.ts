/** Prints the bytes of the built content pages with brotli, and with the dictionary that they share. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILD = 'dist/client'
const MAX_SHARE = 0.45

const size = (name: string): number => statSync(join(BUILD, name)).size
const sum = (sizes: readonly number[]): number => sizes.reduce((total, one) => total + one, 0)

const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
const pages = files.flatMap((name) => (name.endsWith('.html.dcb') ? name.replace('.dcb', '') : [])).toSorted()
const brotli = pages.map((page) => size(`${page}.br`))
const shared = pages.map((page) => size(`${page}.dcb`))
console.table(Object.fromEntries(pages.map((page, index) => [page, { brotli: brotli[index], shared: shared[index] }])))
const share = sum(shared) / sum(brotli)
console.log(
  `${pages.length} content pages: ${sum(shared)} of ${sum(brotli)} B, ${(share * 100).toFixed(1)} % of at most ${MAX_SHARE * 100} %`,
)
for (const name of files.filter((file) => /^_astro\/dictionary\..*\.br$/.test(file)))
  console.log(`The dictionary, loaded once: ${size(name)} B`)
