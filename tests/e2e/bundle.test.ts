import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** Words of the debug panel (spec §2) and of the stand-ins, and what only a server may know. */
const NEVER = [
  'Gateway test',
  'Send test payment',
  '/sandbox/esewa/trial',
  'EPAYTEST',
  '8gBm/:&EnhH.1/q',
  'idempotency_key',
  'payment_reports',
]

test('what browsers are given has no debug panel, no stand-in and no gateway’s secret', () => {
  const panel = readFileSync('src/components/sandbox/DebugPanel.astro', 'utf8')
  for (const words of NEVER.slice(0, 4)) expect(panel).toContain(words)
  const files = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js|mjs|css|json|xml|txt)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join('dist/client', name), 'utf8') }))
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap(({ name, text }) =>
    NEVER.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`),
  )
  expect(found).toEqual([])
})
