import { EventEmitter } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { contentFile } from '#build/content-file.ts'
import { showContentProblems } from '#build/content-problems.ts'
import { postFolder } from '#build/post-folder.ts'
import { readList } from '#contract/content/entries.ts'

const POST = 'content/blog/closing-the-laptop-at-six.mdx'
const LIST = 'content/list.json'

let root: string
let watcher: EventEmitter & { add: () => void }
let stored: Map<string, unknown>
let requestError: (accept?: string) => unknown
const reloaded = vi.fn()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', join(root, 'content'), { recursive: true })
  cpSync('src/assets/images', join(root, 'src/assets/images'), { recursive: true })
  watcher = Object.assign(new EventEmitter(), { add: () => {} })
  stored = new Map()
  reloaded.mockClear()
  requestError = devServer()
})
afterEach(() => rmSync(root, { recursive: true }))

/** Starts the integration on a dev server. Returns a function that makes a request and returns its error, if any. */
function devServer() {
  let handle: ((request: object, response: object, next: (error?: unknown) => void) => void) | undefined
  const server = {
    middlewares: { use: (middleware: typeof handle) => (handle = middleware) },
    environments: { client: { hot: { send: reloaded } } },
  }
  showContentProblems().hooks['astro:server:setup']?.({ server } as never)
  return (accept = 'text/html,*/*') => {
    const next = vi.fn()
    handle?.({ headers: { accept } }, {}, next)
    return next.mock.calls[0]?.[0]
  }
}

const start = (loader: Loader) =>
  loader.load({
    collection: loader.name,
    config: { root: pathToFileURL(`${root}/`) },
    logger: { error: () => {}, warn: () => {} },
    parseData: async ({ data }: { data: unknown }) => data,
    store: { clear: () => stored.clear(), set: ({ id, data }: { id: string; data: unknown }) => stored.set(id, data) },
    watcher,
  } as unknown as LoaderContext)

async function write(file: string, text: string) {
  const calls = reloaded.mock.calls.length
  writeFileSync(join(root, file), text)
  watcher.emit('change', join(root, file))
  await expect.poll(() => reloaded.mock.calls.length).toBe(calls + 1)
}

test('showContentProblems shows the problem of a post on every page until it is fixed', async () => {
  await start(postFolder('content/blog'))
  const posts = stored.size
  const text = readFileSync(join(root, POST), 'utf8')
  expect(requestError()).toBeUndefined()
  await write(POST, text.replace(/^category: .*$/m, 'category: Gardening'))
  expect(requestError()).toMatchObject({ message: expect.stringContaining(`${POST}, category: is "Gardening"; write`) })
  expect(requestError('application/json')).toBeUndefined()
  await write(POST, text)
  expect(requestError()).toBeUndefined()
  expect(stored.size).toBe(posts)
})

test('showContentProblems shows the problem of a list on every page until it is fixed', async () => {
  const entry = z.object({ id: z.string(), name: z.string() })
  writeFileSync(join(root, LIST), '[{ "id": "tea", "name": "Tea" }]')
  await start(contentFile(LIST, (data) => readList(LIST, data, entry)))
  await write(LIST, '[{ "id": "tea", "name": 5 }]')
  expect(requestError()).toMatchObject({ message: `${LIST}, "tea", name: is 5; write a text in quotes.` })
  await write(LIST, '[{ "id": "tea", "name": "Milk tea" }]')
  expect(requestError()).toBeUndefined()
  expect(stored.get('tea')).toMatchObject({ name: 'Milk tea' })
})
