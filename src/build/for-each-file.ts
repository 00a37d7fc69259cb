import { readdir } from 'node:fs/promises'

/** Files under way: most of the time they wait for the disk. */
const MAX_CONCURRENT_FILES = 16

/** Does `work` with the name of every file below a folder that ends so, side by side. */
export async function forEachFile(
  folder: string,
  ending: RegExp,
  work: (name: string) => Promise<void>,
): Promise<void> {
  // One iterator for all: whoever is free takes the next.
  const names = (await readdir(folder, { recursive: true })).filter((name) => ending.test(name)).values()
  const worker = async () => {
    for (const name of names) await work(name)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FILES }, worker))
}
