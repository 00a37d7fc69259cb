/** Prints the failures and the totals of all reports. A failed command without a failed test counts as one failure. */
import { readFileSync } from 'node:fs'
import { line, type PlaywrightReport, readPlaywrightReport, type TestResults } from './browser-report.ts'

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const tallies = [
  unless('unit', (report: VitestReport) => ofVitest(report)),
  unless('e2e', (report: PlaywrightReport) => readPlaywrightReport(report)),
  unless('heavy', (report: VitestReport) => ofVitest(report)),
]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failures = tallies.flatMap((tally) => tally.failures)
if (failures.length === 0 && process.argv[2] !== '0') failures.push('a command failed: see above')
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`tests: ${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

function unless<Report>(name: string, read: (report: Report) => TestResults): TestResults {
  let text: string
  try {
    text = readFileSync(`test-results/${name}.json`, 'utf8')
  } catch {
    return { passed: 0, failures: [`${name}: no report was written`] }
  }
  return read(JSON.parse(text))
}

function ofVitest({ numPassedTests, testResults }: VitestReport): TestResults {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [line(name, '', message)]
    return failed.map((test) => line(name, test.fullName, test.failureMessages[0]))
  })
  return { passed: numPassedTests, failures }
}
