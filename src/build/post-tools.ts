import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseFrontmatter } from 'astro/markdown'
import { mdxToMdast } from 'satteri'
import { parseContent, readList } from '#contract/content/entries.ts'
import type { PostTools } from '#contract/content/post-text.ts'
import { priceTableContentSchema } from '#contract/content/price.ts'

const PRICES_FILE = 'content/prices.json'

/** Fields and text are read as Astro itself will read them. */
export async function createPostTools(root: string, folder: string): Promise<PostTools> {
  return {
    split: (source) => parseFrontmatter(source, { frontmatter: 'empty-with-spaces' }),
    parse: (text) => mdxToMdast(text),
    hasImage: (path) => existsSync(join(root, folder, path)),
    hasPost: (id) => existsSync(join(root, folder, `${id}.mdx`)),
    prices: readList(
      PRICES_FILE,
      parseContent(PRICES_FILE, await readFile(join(root, PRICES_FILE), 'utf8')),
      priceTableContentSchema,
    ),
  }
}
