import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/browser.ts'
import { IS_EVERYDAY } from './tests/support/everyday.ts'
import { freePort } from './tests/support/process.ts'

/** `E2E_DATABASE=postgres` runs two processes on one PostgreSQL database instead of one process on SQLite. */
const onPostgres = process.env.E2E_DATABASE === 'postgres'
const name = onPostgres ? 'e2e-postgres' : 'e2e'
// Workers load this file too and inherit the port that the first process found.
process.env.E2E_PORT ??= String(await freePort())
const port = process.env.E2E_PORT
const browser = await findBrowser()

/** Tests the built product as an operator starts it, on an empty database. `npm test` builds it first. */
export default defineConfig({
  testDir: 'tests/e2e',
  // `npm run test:heavy` runs all of them on PostgreSQL.
  ...(IS_EVERYDAY && { grep: /@everyday/ }),
  fullyParallel: true,
  // Tests mostly wait, so three workers pay off even on two cores.
  workers: 3,
  // A busy machine is slow, which is not a failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: `test-results/${name}.json` }]],
  outputDir: `test-results/${name}`,
  use: {
    baseURL: `http://localhost:${port}`,
    // Tracing every test costs a third of the time: use `npx playwright test --trace on` for a single test.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Animations use the processor, and every click waits for them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browser,
  },
  webServer: {
    command: `node tests/support/${onPostgres ? 'serve-fleet' : 'serve'}.ts`,
    url: `http://localhost:${port}/api/ready`,
    env: { PORT: port, TRUST_PROXY: '1' },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
