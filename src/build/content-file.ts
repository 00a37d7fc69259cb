import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { getEntryId, parseContent } from '#contract/content/entries.ts'
import { loadAndWatch } from './content-problems.ts'

type Entry = Record<string, unknown>

/** Unlike Astro's `file` loader, stops the build on an invalid file and names every invalid field. */
export function contentFile(
  file: string,
  read: (data: unknown) => void,
  edit = async (data: unknown, _warn: (message: string) => void): Promise<unknown> => data,
): Loader {
  return {
    name: 'content-file',
    load: async (context) => {
      const { config, store, parseData, logger } = context
      const filePath = fileURLToPath(new URL(file, config.root))
      await loadAndWatch(context, filePath, async () => {
        const parsed = parseContent(file, await readFile(filePath, 'utf8'))
        read(parsed)
        const data = await edit(parsed, (message) => logger.warn(message))
        store.clear()
        for (const [position, entry] of ((Array.isArray(data) ? data : [data]) as Entry[]).entries()) {
          const id = getEntryId(entry) ?? String(position)
          store.set({ id, data: await parseData({ id, data: { ...entry, position }, filePath }), filePath: file })
        }
      })
    },
  }
}
