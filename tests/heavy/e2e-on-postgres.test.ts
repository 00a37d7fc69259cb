import { expect, test } from 'vitest'
import { runPlaywright } from '../support/browser-report.ts'

test('every browser test passes with two processes on one PostgreSQL database', async () => {
  const { passed, failures } = await runPlaywright('e2e-postgres', [], { E2E_DATABASE: 'postgres' })
  expect(failures.length, failures.join('\n')).toBe(0)
  expect(passed).toBeGreaterThan(70)
  console.log(`${passed} browser tests passed on PostgreSQL`)
})
