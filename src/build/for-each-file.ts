import { readdir } from 'node:fs/promises'
import PQueue from 'p-queue'

/** Most of the time is spent waiting for the disk. */
const MAX_CONCURRENT_FILES = 16

/** Calls `work` concurrently with every file below `folder` that has this ending. */
export async function forEachFile(
  folder: string,
  ending: RegExp,
  work: (name: string) => Promise<void>,
): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => ending.test(name))
  await new PQueue({ concurrency: MAX_CONCURRENT_FILES }).addAll(names.map((name) => () => work(name)))
}
