import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Read, and no setting of the product: why each does not stand in `.env.example`. */
const NO_SETTINGS: Readonly<Record<string, string>> = {
  DEV: 'whether Astro runs for development: it says so itself',
  PATH: 'the machine’s own, where a browser for tests is looked for',
  TEST_PARALLEL_INDEX: 'which runner of browser tests this is: Playwright says so itself',
  NODE_ENV: 'React’s: a bundle for tests is told that it is for production',
  DIE_AT: 'a campaign tells the server that it kills where to die',
  DIE_AT_STATEMENT: 'a campaign sets the database statement at which a command is killed',
  E2E: 'the everyday suite tells the browser tests to leave the long ones to the campaigns',
  TAKEN: 'the audit tells a build where to write what it took',
}

const SOURCES = globSync(
  ['src/**/*.{ts,tsx,astro}', 'astro.config.mjs', 'playwright.config.ts', 'tests/**/*.ts', 'compose.yaml', '.ci/run'],
  { exclude: ['tests/build/environment.test.ts'] },
)

/** How a name is read: of the process, of the build, by a function that is handed all of them, or by Compose. */
const READS = [
  /process\.env\.([A-Z]\w*)/g,
  /import\.meta\.env\.([A-Z]\w*)/g,
  /\b(?:value|check)\(\s*'([A-Z][A-Z0-9_]+)'/g,
  /\b(?:from|environment)\.([A-Z][A-Z0-9_]+)\b/g,
  /\$\{([A-Z][A-Z0-9_]+)(?::[?-][^}]*)?\}/g,
]
const TAKEN_APART = /\{([^{}]*)\}(?:: Record<string, string \| undefined>\)| = (?:process\.env|from)\b)/g

const read = new Map<string, string>()
for (const file of SOURCES) {
  const text = readFileSync(file, 'utf8')
  const isCompose = file === 'compose.yaml'
  for (const expression of READS)
    if (isCompose === expression.source.startsWith('\\$'))
      for (const [, name = ''] of text.matchAll(expression)) read.set(name, file)
  for (const [, names = ''] of text.matchAll(TAKEN_APART))
    for (const [name] of names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) read.set(name, file)
}
const example = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z]\w*)=/gm)].map(([, name = '']) => name),
)

test('whatever is read of the environment stands in .env.example, or is no setting', () => {
  expect(read.size).toBeGreaterThan(50)
  const missing = [...read].filter(([name]) => !example.has(name) && !(name in NO_SETTINGS))
  expect(missing.map(([name, file]) => `${name} (${file})`)).toEqual([])
})

test('whatever stands there is read, and nothing is excused that is not', () => {
  expect([...example].filter((name) => !read.has(name))).toEqual([])
  expect(Object.keys(NO_SETTINGS).filter((name) => !read.has(name) || example.has(name))).toEqual([])
})
