import { vi } from 'vitest'

// Files take turns in one process, which saves starting one for each: every file has the product's modules anew, as a
// page that is loaded has them.
vi.resetModules()
