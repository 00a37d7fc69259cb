import { format } from 'node:util'
import { afterAll, afterEach, expect, vi } from 'vitest'

// Test files share one process: each starts with fresh modules, an empty page and the original globals.
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
for (const storage of [localStorage, sessionStorage]) storage.clear()

// A warning or a request without a fake server fails the test.
const mistakes: string[] = []
const { error, warn } = console
const { fetch } = globalThis
const note = (...words: unknown[]) => void mistakes.push(format(...words))
Object.assign(console, { error: note, warn: note })
globalThis.fetch = (input) => {
  note(new Error(`${String(input)} was asked of no server`))
  return Promise.reject(new TypeError('no server'))
}
afterEach(() => expect(mistakes.splice(0)).toEqual([]))

afterAll(() => {
  Object.assign(console, { error, warn })
  globalThis.fetch = fetch
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
