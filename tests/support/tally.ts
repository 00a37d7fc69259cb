/** Adds up what the runners wrote and prints the closing line. A run that failed without a failed test counts as one. */
import { readFileSync } from 'node:fs'

const count = { passed: 0, failed: 0 }

for (const name of ['unit', 'heavy']) {
  const report = read(name)
  count.passed += report?.numPassedTests ?? 0
  count.failed += report?.numFailedTests ?? 1
}
const { expected = 0, unexpected = 1, flaky = 0 } = read('e2e')?.stats ?? {}
count.passed += expected
count.failed += unexpected + flaky
if (count.failed === 0 && process.argv[2] !== '0') count.failed = 1
console.log(`tests: ${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 ? 0 : 1

interface Report {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

function read(name: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'))
  } catch {
    return undefined
  }
}
