import { EventEmitter } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
let answer: (accept?: string) => unknown
const reloaded = vi.fn()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', join(root, 'content'), { recursive: true })
  cpSync('src/assets/images', join(root, 'src/assets/images'), { recursive: true })
  watcher = Object.assign(new EventEmitter(), { add: () => {} })
  stored = new Map()
  reloaded.mockClear()
  answer = devServer()
})
afterEach(() => rmSync(root, { recursive: true }))

/** The integration on a dev server; returns what it passes on for a request: an error, or nothing. */
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

describe('a content mistake made while the dev server runs', () => {
  test('in a post is shown in place of every page until it is fixed', async () => {
    await start(postFolder('content/blog'))
    const posts = stored.size
    const text = readFileSync(join(root, POST), 'utf8')
    expect(answer()).toBeUndefined()
    await write(POST, text.replace(/^category: .*$/m, 'category: Gardening'))
    expect(answer()).toMatchObject({ message: expect.stringContaining(`${POST}, category: is "Gardening"; write`) })
    expect(answer('application/json')).toBeUndefined()
    await write(POST, text)
    expect(answer()).toBeUndefined()
    expect(stored.size).toBe(posts)
  })

  test('in a file of entries is shown in place of every page until it is fixed', async () => {
    const entry = z.object({ id: z.string(), name: z.string() })
    writeFileSync(join(root, LIST), '[{ "id": "tea", "name": "Tea" }]')
    await start(contentFile(LIST, (data) => readList(LIST, data, entry)))
    await write(LIST, '[{ "id": "tea", "name": 5 }]')
    expect(answer()).toMatchObject({ message: `${LIST}, "tea", name: is 5; write a text in quotes.` })
    await write(LIST, '[{ "id": "tea", "name": "Milk tea" }]')
    expect(answer()).toBeUndefined()
    expect(stored.get('tea')).toMatchObject({ name: 'Milk tea' })
  })
})
