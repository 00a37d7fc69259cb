import { defineConfig } from '@playwright/test'
import everyday from '../../../playwright.config.ts'

const port = 4396

/** Runs against the browser edition on a static host. */
export default defineConfig({
  ...everyday,
  testDir: '.',
  testMatch: '*.journey.ts',
  reporter: [['list'], ['json', { outputFile: '../../../test-results/edition.json' }]],
  outputDir: '../../../test-results/edition-e2e',
  use: { ...everyday.use, baseURL: `http://localhost:${port}` },
  webServer: {
    command: 'node tests/support/static-host.ts test-results/edition/client',
    cwd: '../../..',
    url: `http://localhost:${port}/`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
  },
})
