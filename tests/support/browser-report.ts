import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface TestResults {
  passed: number
  failures: string[]
}

/** The output of Playwright's JSON reporter. */
export interface PlaywrightReport {
  stats: { expected: number }
  errors: { message?: string }[]
  suites: Suite[]
}
interface Suite {
  file: string
  suites?: Suite[]
  specs: { title: string; tests: { status: string; results: { errors: { message?: string }[] }[] }[] }[]
}

/** Runs Playwright and reads the report of this name. */
export async function runPlaywright(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<TestResults> {
  const runner = spawn('npx', ['playwright', 'test', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(runner, 'close')
  const tally = readPlaywrightReport(JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8')))
  if (code !== 0 && tally.failures.length === 0) tally.failures.push(`${name}: ended with ${code}`)
  return tally
}

/** Counts a test that passed on a retry as failed. */
export function readPlaywrightReport({ stats, errors, suites }: PlaywrightReport): TestResults {
  const failures = suites.flatMap(function inside(suite): string[] {
    const failed = suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          line(suite.file, title, results[0]?.errors.map(({ message }) => message).join('\n') || undefined),
        ),
    )
    return [...failed, ...(suite.suites ?? []).flatMap(inside)]
  })
  return { passed: stats.expected, failures: [...failures, ...errors.map(({ message }) => line('e2e', '', message))] }
}

export function line(file: string, test: string, message = 'no message'): string {
  const where = file.slice(Math.max(0, file.indexOf('tests/')))
  return `${where}${test && `: ${test}`}\n  ${message.split('\n').slice(0, 12).join('\n  ')}`
}
