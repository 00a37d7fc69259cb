import { afterAll, vi } from 'vitest'

// Files take turns in one process, which saves starting one for each: every file has the product's modules anew, as a
// page that is loaded has them, and leaves the globals as it found them.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
