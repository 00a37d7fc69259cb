import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { readAll } from '#contract/content/entries.ts'
import { createPostReader } from '#contract/content/post.ts'
import { loadAndWatch } from './content-problems.ts'
import { createPostTools } from './post-tools.ts'

/** Unlike Astro's `glob` loader, names every mistake of every post before anything is rendered. */
export function postFolder(folder: string): Loader {
  return {
    name: 'post-folder',
    load: async (context) => {
      const { config, store, parseData } = context
      const root = fileURLToPath(config.root)
      const path = join(root, folder)
      await loadAndWatch(context, path, async () => {
        const read = createPostReader(await createPostTools(root, folder))
        const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
        const sources = await Promise.all(
          names.map((name) => (name.endsWith('.mdx') ? readFile(join(path, name), 'utf8') : '')),
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
