import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { parseFrontmatter } from 'astro/markdown'
import { mdxToMdast } from 'satteri'
import { parseContent, readAll, readList } from '#contract/content/entries.ts'
import { createPostReader } from '#contract/content/post.ts'
import type { PostTools } from '#contract/content/post-text.ts'
import { priceTableContentSchema } from '#contract/content/price.ts'
import { loadAndWatch } from './content-problems.ts'

const PRICES_FILE = 'content/prices.json'

/**
 * A folder of posts. Astro's own `glob` loader stops at the first wrong post, and leaves a broken text to the bundler
 * and its stack; here every mistake of every post is named before anything is rendered.
 */
export function postFolder(folder: string): Loader {
  return {
    name: 'post-folder',
    load: async (context) => {
      const { config, store, parseData } = context
      const root = fileURLToPath(config.root)
      const place = join(root, folder)
      await loadAndWatch(context, place, async () => {
        const read = createPostReader(await createPostTools(root, folder))
        const names = (await readdir(place)).filter((name) => !name.startsWith('.')).sort()
        const sources = await Promise.all(
          names.map((name) => (name.endsWith('.mdx') ? readFile(join(place, name), 'utf8') : '')),
        )
        const posts = readAll(sources.map((source, index) => () => read(`${folder}/${names[index]}`, source)))
        store.clear()
        for (const { id, file, fields, body, words, readTime } of posts) {
          const data = await parseData({ id, data: { ...fields, words, readTime }, filePath: join(root, file) })
          store.set({ id, data, body, filePath: file, deferredRender: true })
        }
      })
    },
  }
}

/** Fields and text are read as Astro itself will read them. */
export async function createPostTools(root: string, folder: string): Promise<PostTools> {
  return {
    split: (source) => parseFrontmatter(source, { frontmatter: 'empty-with-spaces' }),
    parse: (text) => mdxToMdast(text),
    hasPicture: (path) => existsSync(join(root, folder, path)),
    hasPost: (id) => existsSync(join(root, folder, `${id}.mdx`)),
    prices: readList(
      PRICES_FILE,
      parseContent(PRICES_FILE, await readFile(join(root, PRICES_FILE), 'utf8')),
      priceTableContentSchema,
    ),
  }
}
