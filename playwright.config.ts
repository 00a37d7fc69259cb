import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/browser.ts'

/** `E2E_DATABASE=postgres`: two processes on one PostgreSQL take turns, in place of one process on SQLite. */
const onPostgres = process.env.E2E_DATABASE === 'postgres'
const name = onPostgres ? 'e2e-postgres' : 'e2e'
const port = onPostgres ? 4398 : 4399
const browser = await findBrowser()

/** The built product as an operator starts it, on an empty database; `npm test` builds it first. */
export default defineConfig({
  testDir: 'tests/e2e',
  // What takes long and seldom breaks: `npm run test:heavy` goes through all of them, on PostgreSQL.
  ...(process.env.E2E === 'everyday' && { grepInvert: /@long/ }),
  fullyParallel: true,
  // Much of a test is waiting: three at once even on two cores.
  workers: 3,
  timeout: 60_000,
  // A machine that does other work too is slow, and slow is no failure.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: `test-results/${name}.json` }]],
  outputDir: `test-results/${name}`,
  use: {
    baseURL: `http://localhost:${port}`,
    // A trace of every test costs a third of their time: `npx playwright test --trace on` for the one that fails.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Stars that twinkle and pages that fade keep a processor busy, and every click waits for them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browser,
  },
  webServer: {
    command: `node tests/support/${onPostgres ? 'serve-fleet' : 'serve'}.ts`,
    url: `http://localhost:${port}/api/ready`,
    env: { PORT: String(port), TRUST_PROXY: '1' },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
