import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Variables that are read but are no settings, with the reason. */
const NO_SETTINGS: Readonly<Record<string, string>> = {
  DEV: 'set by Astro: whether it runs for development',
  PATH: 'set by the machine: where tests look for a browser',
  E2E_PORT: 'set by the browser tests: the port that their workers share',
  TEST_PARALLEL_INDEX: 'set by Playwright: the number of the worker',
  NODE_ENV: 'set for React: a bundle for tests is a production build',
  KILL_AT: 'set by a campaign: the point at which it kills the server',
  KILL_AT_STATEMENT: 'set by a campaign: the statement at which it kills a command',
  KILL_START: 'set by a campaign: the statement from which it counts',
  CLOCK_START: 'set by a campaign: the instant at which the clock of its servers starts',
  CAMPAIGN: 'set by hand: whether long campaigns run every round',
  TESTS: 'set by `npm test`: whether only the tests run that every change needs',
  USAGE_FILE: 'set by the audit: the file for the resource usage of a build',
}

const SOURCES = globSync(
  ['src/**/*.{ts,tsx,astro}', 'astro.config.mjs', 'playwright.config.ts', 'tests/**/*.ts', 'compose.yaml', '.ci/run'],
  { exclude: ['tests/build/environment.test.ts'] },
)

/** How a name is read: from the process, the build, a record of all variables, or Compose. */
const READS = [
  /process\.env\.([A-Z]\w*)/g,
  /import\.meta\.env\.([A-Z]\w*)/g,
  /\b(?:value|read)\(\s*'([A-Z][A-Z0-9_]+)'/g,
  /\b(?:from|environment)\.([A-Z][A-Z0-9_]+)\b/g,
  /\$\{([A-Z][A-Z0-9_]+)(?::[?-][^}]*)?\}/g,
]
const DESTRUCTURED = /\{([^{}]*)\}(?:: Record<string, string \| undefined>\)| = (?:process\.env|from)\b)/g

const read = new Map<string, string>()
for (const file of SOURCES) {
  const text = readFileSync(file, 'utf8')
  const isCompose = file === 'compose.yaml'
  for (const expression of READS)
    if (isCompose === expression.source.startsWith('\\$'))
      for (const [, name = ''] of text.matchAll(expression)) read.set(name, file)
  for (const [, names = ''] of text.matchAll(DESTRUCTURED))
    for (const [name] of names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) read.set(name, file)
}
const example = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z]\w*)=/gm)].map(([, name = '']) => name),
)

test('.env.example contains every setting that is read', () => {
  expect(read.size).toBeGreaterThan(50)
  const missing = [...read].filter(([name]) => !example.has(name) && !(name in NO_SETTINGS))
  expect(missing.map(([name, file]) => `${name} (${file})`)).toEqual([])
})

test('.env.example contains only settings that are read', () => {
  expect([...example].filter((name) => !read.has(name))).toEqual([])
  expect(Object.keys(NO_SETTINGS).filter((name) => !read.has(name) || example.has(name))).toEqual([])
})
