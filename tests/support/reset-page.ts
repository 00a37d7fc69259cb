import { format } from 'node:util'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, expect, vi } from 'vitest'

declare global {
  var happyDOM: DetachedWindowAPI
}

// Test files share one process: each starts with fresh modules, an empty page and the original globals.
vi.resetModules()
// A click on a download has left the page at a `blob:` address, against which no other address resolves.
happyDOM.setURL('http://localhost:3000/')
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
