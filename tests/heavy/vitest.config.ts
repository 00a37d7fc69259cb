import { defineConfig } from 'vitest/config'

/** The long campaigns: against the built product, in processes of its own, one after another. */
export default defineConfig({
  test: {
    include: ['tests/heavy/**/*.test.ts'],
    globalSetup: ['tests/support/build.ts', 'tests/support/databases.ts'],
    fileParallelism: false,
    // Tests that say they may run beside others: as many as there are browsers' worth of cores.
    maxConcurrency: 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-results/heavy.json' }]],
  },
})
