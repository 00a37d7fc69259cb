const PAUSE_MS = 3_000
const TIMEOUT_MS = 30_000

/** Chromium never retries a failed import, so the files are fetched with a retry before they are imported. */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const loaded = listLoadedFiles()
  // Vite lists styles too, which are part of the pages and no files.
  const scripts = files.filter((file) => file.endsWith('.js'))
  await Promise.all(scripts.flatMap((file) => (loaded.has(`/${file}`) ? [] : fetchFile(`/${file}`))))
  return load()
}

/** The files of the page and of earlier imports. Browsers without `responseStatus` fetch them again, from their cache. */
const listLoadedFiles = (): Set<string> =>
  new Set(
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ responseStatus }) => responseStatus === 200)
      .map(({ name }) => new URL(name).pathname),
  )

async function fetchFile(address: string): Promise<void> {
  try {
    await fetchOnce(address)
  } catch {
    await new Promise((done) => setTimeout(done, PAUSE_MS))
    await fetchOnce(address)
  }
}

async function fetchOnce(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  await response.arrayBuffer()
}
