import { vi } from 'vitest'

/** Waits until a check passes, for as long as a busy machine may need. */
export const waitFor = <Value>(check: () => Value): Promise<Awaited<Value>> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 }) as Promise<Awaited<Value>>
