/** Prints the failures and totals of all reports. The arguments name the commands that failed. */
import { readFileSync } from 'node:fs'
import { type PlaywrightReport, readPlaywrightReport, type TestResults } from './browser-report.ts'

const reports = [
  // The second run repeats these tests, so only their failures count.
  { ...read('everyday', (report: TestResults) => report), passed: 0 },
  read('e2e', (report: PlaywrightReport) => readPlaywrightReport(report)),
  read('unit', (report: TestResults) => report),
  read('heavy', (report: TestResults) => report),
]
const passed = reports.reduce((sum, report) => sum + report.passed, 0)
const failures = reports.flatMap((report) => report.failures)
if (failures.length === 0) failures.push(...process.argv.slice(2).map((command) => `${command} failed`))
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`tests: ${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

function read<Report>(name: string, results: (report: Report) => TestResults): TestResults {
  let text: string
  try {
    text = readFileSync(`test-results/${name}.json`, 'utf8')
  } catch {
    return { passed: 0, failures: [`${name}: no report was written`] }
  }
  return results(JSON.parse(text))
}
