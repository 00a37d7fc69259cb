import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from './browser.ts'
import { type RunningServer, startServer } from './process.ts'

/** Starts a server for the tests of a file and removes its data afterwards. */
export function useServer(environment?: Record<string, string>): () => RunningServer {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(environment)
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    rmSync(server.dataDir, { recursive: true })
  })
  return () => server
}

/** Returns the rows of a query on a server's SQLite database. */
export function queryDatabase(dataDir: string, sql: string, ...values: string[]) {
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'), { readOnly: true })
  try {
    return db.prepare(sql).all(...values)
  } finally {
    db.close()
  }
}

/** Starts a browser for the tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(await findBrowser())
  })
  afterAll(() => browser.close())
  return () => browser
}
