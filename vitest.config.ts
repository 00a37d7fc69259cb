import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { IS_EVERYDAY } from './tests/support/everyday.ts'
import { resultsReporter } from './tests/support/results-reporter.ts'

/** A busy machine is slow, which is not a failure. */
const TIME_LIMITS = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/** Does not load Astro's configuration, which starts faster. */
export default defineConfig({
  test: {
    // Tests mostly wait for disks and databases, so three workers pay off even on two cores.
    pool: 'threads',
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [{ name: 'long', description: 'Takes seconds, or needs PostgreSQL: only `npm run test:heavy` runs it' }],
    ...(IS_EVERYDAY && { tagsFilter: ['!long'] }),
    reporters: ['default', resultsReporter(IS_EVERYDAY ? 'everyday' : 'unit')],
    projects: [
      {
        test: {
          ...TIME_LIMITS,
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/architecture.test.ts', 'tests/{build,domain,content,contract}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...TIME_LIMITS,
          name: 'service',
          environment: 'node',
          isolate: false,
          include: ['tests/{server,api,ledger}/**/*.test.ts'],
          globalSetup: 'tests/support/databases.ts',
        },
      },
      {
        test: {
          ...TIME_LIMITS,
          name: 'browser',
          environment: 'happy-dom',
          isolate: false,
          setupFiles: 'tests/support/reset-page.ts',
          // Each page load of a test evaluates the modules that Vite provides again; these have no state.
          server: { deps: { external: [/\/src\/(contract|domain)\//] } },
          include: ['tests/{stores,islands}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
