import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number; duration: number }
}

test('every browser test passes with two processes that take turns on one PostgreSQL', async () => {
  const runner = spawn('npx', ['playwright', 'test'], {
    env: { ...process.env, E2E_DATABASE: 'postgres' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = runner.stdout.setEncoding('utf8').toArray()
  const [code] = await once(runner, 'close')
  expect(code, (await said).join('')).toBe(0)
  const { stats } = JSON.parse(readFileSync('test-results/e2e-postgres.json', 'utf8')) as Report
  expect(stats).toMatchObject({ unexpected: 0, flaky: 0 })
  expect(stats.expected).toBeGreaterThan(70)
  console.log(`${stats.expected} browser tests passed on PostgreSQL in ${Math.round(stats.duration / 1_000)} s`)
})
