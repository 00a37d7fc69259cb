import { format } from 'node:util'
import { afterAll, afterEach, expect, vi } from 'vitest'

// Files take turns in one process, which saves starting one for each: every file has the product's modules and an empty
// page anew, as they are in a page that is loaded, and leaves the globals as it found them.
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
for (const storage of [localStorage, sessionStorage]) storage.clear()

// What a page warns of, and what it asks of a server that no test has put there, is a mistake: in the page or in a test,
// maybe an earlier one that left something behind.
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
