import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { line, type TestResults } from './browser-report.ts'

/** Writes the results of a Vitest run, with errors outside of tests, for `tally.ts`. */
export function resultsReporter(name: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const results: TestResults = {
        passed: modules.reduce((sum, { children }) => sum + [...children.allTests('passed')].length, 0),
        failures: [
          ...modules.flatMap(failuresOf),
          ...unhandledErrors.map(({ message, stack }) => line(name, 'an error outside of tests', stack ?? message)),
        ],
      }
      mkdirSync('test-results', { recursive: true })
      writeFileSync(`test-results/${name}.json`, JSON.stringify(results))
    },
  }
}

function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')]
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  return [
    ...[...module.errors(), ...suites].map(({ message }) => line(module.moduleId, '', message)),
    ...failed.map((test) => line(module.moduleId, test.fullName, test.result().errors?.[0]?.message)),
  ]
}
