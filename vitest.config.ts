import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Without Astro's own configuration: what is tested here knows nothing of pages, and starts faster. */
export default defineConfig({
  test: {
    // Much of the time is spent waiting for disks and databases: three at once even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/architecture.test.ts', 'tests/{build,domain,content,contract}/**/*.test.ts'],
          // Properties take a second; beside a build on two cores they may take ten.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'service',
          environment: 'node',
          isolate: false,
          include: ['tests/{server,api,ledger}/**/*.test.ts'],
          globalSetup: 'tests/support/databases.ts',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'happy-dom',
          isolate: false,
          setupFiles: 'tests/support/anew.ts',
          include: ['tests/{stores,islands}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
