import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { getEntryId, parseContent } from '#contract/content/entries.ts'
import { loadAndWatch } from './content-problems.ts'

type Entry = Record<string, unknown>

/**
 * Astro's own `file` loader logs a broken or missing file and continues with what it has. This one stops the build and
 * names every invalid field. `read` checks the whole file, `edit` may replace it with newer data.
 */
export function contentFile(
  file: string,
  read: (data: unknown) => void,
  edit = async (data: unknown, _warn: (sentence: string) => void): Promise<unknown> => data,
): Loader {
  return {
    name: 'content-file',
    load: async (context) => {
      const { config, store, parseData, logger } = context
      const filePath = fileURLToPath(new URL(file, config.root))
      await loadAndWatch(context, filePath, async () => {
        const written = parseContent(file, await readFile(filePath, 'utf8'))
        read(written)
        const data = await edit(written, (sentence) => logger.warn(sentence))
        store.clear()
        for (const [position, entry] of ((Array.isArray(data) ? data : [data]) as Entry[]).entries()) {
          const id = getEntryId(entry) ?? 'only'
          store.set({ id, data: await parseData({ id, data: { ...entry, position }, filePath }), filePath: file })
        }
      })
    },
  }
}
