import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { IS_EVERYDAY } from './tests/support/everyday.ts'
import { resultsReporter } from './tests/support/results-reporter.ts'

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
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/architecture.test.ts', 'tests/{build,domain,content,contract}/**/*.test.ts'],
          // Property tests take longer beside a build.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          environment: 'node',
          isolate: false,
          include: ['tests/{server,api,ledger}/**/*.test.ts'],
          globalSetup: 'tests/support/databases.ts',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'happy-dom',
          isolate: false,
          setupFiles: 'tests/support/reset-page.ts',
          // Each page load of a test evaluates the modules that Vite provides again; these have no state.
          server: { deps: { external: [/\/src\/(contract|domain)\//] } },
          include: ['tests/{stores,islands}/**/*.test.{ts,tsx}'],
          // The first import of a large component takes seconds beside a build.
          testTimeout: 60_000,
        },
      },
    ],
  },
})
