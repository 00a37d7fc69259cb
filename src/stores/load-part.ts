const PAUSES_MS = [1_000, 3_000]
const TIMEOUT_MS = 30_000

/**
 * Loads a part of a page on demand. Chromium never requests a module again once its import has failed, so the files are
 * fetched into the browser's cache first, with two retries, and imported after that.
 */
export async function loadPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)))
  return load()
}

async function fetchFile(address: string): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await fetchOnce(address)
    } catch {
      await new Promise((done) => setTimeout(done, pause))
    }
  }
  return fetchOnce(address)
}

async function fetchOnce(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  await response.arrayBuffer()
}
