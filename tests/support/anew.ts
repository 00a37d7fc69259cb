import { afterAll, vi } from 'vitest'

// Files take turns in one process, which saves starting one for each: every file has the product's modules and an empty
// page anew, as they are in a page that is loaded, and leaves the globals as it found them.
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
for (const storage of [localStorage, sessionStorage]) storage.clear()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
