import { defineConfig } from 'vitest/config'
import { resultsReporter } from '../support/results-reporter.ts'

/** Long campaigns against the built product, each in a separate process, one after another. */
export default defineConfig({
  test: {
    include: ['tests/heavy/**/*.test.ts'],
    globalSetup: ['tests/support/build.ts', 'tests/support/databases.ts'],
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', resultsReporter('heavy')],
  },
})
