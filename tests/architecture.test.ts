import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What each folder of src/ may import: folders, or packages by the pattern of their names. Itself is always allowed. */
const LAYERS: Readonly<Record<string, { folders: readonly string[]; packages: RegExp }>> = {
  domain: { folders: [], packages: /^$/ },
  // Full zod stays out of what browsers load.
  'contract/content': { folders: ['domain'], packages: /^zod$/ },
  contract: { folders: ['domain'], packages: /^zod\/mini$/ },
  // Validates values of browser storage. Other scripts of pages have no schemas (build/strip-schemas.ts).
  'stores/ledger/browser': { folders: ['stores', 'contract', 'domain'], packages: /^(?!node:|astro)/ },
  stores: { folders: ['stores/ledger/browser', 'contract', 'domain'], packages: /^(?!node:|astro|zod)/ },
  islands: { folders: ['assets', 'stores', 'contract', 'domain'], packages: /^(?!node:|astro|zod)/ },
  components: {
    folders: [
      ...[
        'assets',
        'styles',
        'islands',
        'stores',
        'build/memoize.ts',
        'build/valley.ts',
        'collections.ts',
        'contract/content',
        'contract',
      ],
      'domain',
    ],
    packages: /^(?!node:)/,
  },
  'collections.ts': { folders: ['contract/content'], packages: /^astro:content$/ },
  server: { folders: ['contract/content', 'contract', 'domain'], packages: /^(?!astro:)/ },
  'build/memoize.ts': { folders: [], packages: /^$/ },
  'build/valley.ts': { folders: [], packages: /^$/ },
  'build/valley-map.ts': { folders: ['build/valley.ts', 'server'], packages: /^(node:fs|fontkit)$/ },
  // Runs only while the site is built.
  build: { folders: ['styles', 'server', 'contract/content', 'contract', 'domain'], packages: /^(?!astro:)/ },
  // Pages of the sandbox gateways: HTML to the payer, endpoints to the server.
  'pages/sandbox': {
    folders: ['assets', 'styles', 'components', 'server', 'contract', 'domain'],
    packages: /^(?!astro:)/,
  },
  endpoints: { folders: ['server', 'contract', 'domain'], packages: /^(?!astro:)/ },
  pages: {
    folders: [
      ...['assets', 'styles', 'components', 'islands', 'stores', 'collections.ts', 'contract/content', 'contract'],
      ...['build/valley.ts', 'build/valley-map.ts', 'domain'],
    ],
    packages: /./,
  },
  'content.config.ts': { folders: ['build', 'contract/content', 'domain'], packages: /./ },
  styles: { folders: [], packages: /^$/ },
  assets: { folders: [], packages: /^$/ },
}
/** Clock, randomness, network and storage, which rules receive as arguments. `Date` may convert a given value. */
const SIDE_EFFECTS =
  /\b(new Date(?!\(\w)|(?<!new )Date(?!\.(?:UTC|parse)\b)|Math\.random|crypto|performance|process|globalThis|window|document|localStorage|fetch|setTimeout|console)\b/
/** Code that imports content files: the domain reads only the ids of locations. */
const READS_CONTENT: Readonly<Record<string, RegExp>> = {
  'src/server/catalogue.ts': /^content\//,
  'src/domain/location.ts': /^content\/location-ids\.json$/,
}
/** The server's modules and shared files, lowest first. Each imports from lower steps only, not from its own step. */
const SERVER_STEPS: readonly (readonly string[])[] = [
  ['once.ts'],
  ['catalogue.ts', 'env-file.ts'],
  ['env.ts'],
  ['http', 'log'],
  ['db'],
  ['exports'],
  ['audit'],
  ['events', 'throttle'],
  ['secrets.ts'],
  ['mail'],
  ['closures'],
  ['prices', 'staff'],
  ['memberships', 'rooms', 'tours'],
  ['bookings'],
  ['bills'],
  ['payments', 'waiting'],
  ['till'],
  ['desk', 'messages', 'customers'],
  ['assistant', 'live'],
  ['accounting', 'reports'],
]
/** Opens the application or runs a command: imports every module, and no module imports it. */
const COMPOSITION_ROOT = ['endpoint.ts', 'jobs.ts', 'main.ts', 'open-app.ts', 'retention.ts']
/** Passed to every service, and names the types of its members only. */
const APP = 'app.ts'
const COMMANDS = 'commands'
const WITHOUT_SCHEMAS = ['contract', 'stores', 'islands']
const MEANINGLESS_NAMES = /^(lib|utils?|helpers?|shared|misc|common)$/

interface Source {
  /** Path from the repository's root. */
  path: string
  text: string
}
const IMPORT = /\b(?:import|export)\b(\s+type\b)?(?:[^'"`;]*?\bfrom)?\s*\(?\s*['"]([^'"]+)['"]/g
const layerOf = (path: string): string =>
  // A page that is only code is an endpoint, except a file such as rss.xml, which the build writes from content.
  /^src\/pages\/.*(?<!\.(?:xml|svg|webmanifest)|\/security\.txt)\.ts$/.test(path)
    ? 'endpoints'
    : (Object.keys(LAYERS).find((layer) => path === `src/${layer}` || path.startsWith(`src/${layer}/`)) ?? path)

/** The path inside the repository that an import names, or undefined for a package. */
function target(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#content/')) return specifier.replace('#', '')
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/')
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined
}

/** The folder or file of `src/server` that a path belongs to. */
const moduleOf = (path: string): string | undefined => /^src\/server\/([^/]+)/.exec(path)?.[1]
const stepOf = (module: string): number => SERVER_STEPS.findIndex((step) => step.includes(module))

/** Whether a server file imports a module that is not below its own. */
function isUpward(from: string, to: string): boolean {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  if (!importer || !imported || importer === imported || imported === APP) return false
  if ([...COMPOSITION_ROOT, COMMANDS].includes(importer)) return false
  return [...COMPOSITION_ROOT, COMMANDS].includes(imported) || stepOf(imported) >= stepOf(importer)
}

const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, , specifier = '']) => target(path, specifier) ?? [])

/** The import cycles among files, type imports included, each as a sorted list of its files (Tarjan's algorithm). */
function cyclesOf(files: readonly Source[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const position = order.size
    order.set(file, position)
    let low = position
    path.push(file)
    for (const next of imports.get(file) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (path.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? 0)
    lowest.set(file, low)
    if (low === position) {
      const cycle = path.splice(path.indexOf(file))
      if (cycle.length > 1) cycles.push(cycle.toSorted())
    }
    return low
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return cycles
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

/** Astro reads the exports of these files, and tests call every endpoint of contract/endpoints.ts. */
const READ_FROM_OUTSIDE = /^src\/(?:pages\/|content\.config\.ts|contract\/endpoints\.ts)/
/** A file that another names: in an import, or in a string that code generated by the build imports. */
const SOURCE_NAME = /(?:\b(?:import|export)\b([^'"`;*]*?)\bfrom\s*)?['"]([^'"\n]+\.(?:tsx?|astro))['"]/g
const EXPORT =
  /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)|^export (?:type )?\{([^}]*)\}/gm

const exportsOf = ({ text }: Source): string[] =>
  [...withoutComments(text).matchAll(EXPORT)].flatMap(([, name, list]) =>
    name ? [name] : (list ?? '').split(',').flatMap((entry) => entry.match(/(\w+)\s*$/)?.[1] ?? []),
  )

/** The exports that no other file uses. Each replacement (by the file that it replaces) is used like the original. */
function unusedExports(files: readonly Source[], replacements: readonly (readonly [string, string])[]): string[] {
  const users = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const [, clause, name = ''] of withoutComments(text).matchAll(SOURCE_NAME)) {
      const named = target(path, name)
      if (named) users.set(named, [...(users.get(named) ?? []), clause ?? withoutComments(text)])
    }
  for (const [original, own] of replacements)
    users.set(own, [...(users.get(own) ?? []), ...(users.get(original) ?? [])])
  return files
    .filter(({ path }) => !READ_FROM_OUTSIDE.test(path))
    .flatMap((file) =>
      exportsOf(file)
        .filter((name) => !users.get(file.path)?.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
        .map((name) => `${file.path} ${name}`),
    )
}

function broken({ path, text }: Source): string[] {
  const layer = LAYERS[layerOf(path)]
  const wrong = path.split('/').some((part) => MEANINGLESS_NAMES.test(part.replace(/\..*/, '')))
    ? ['has a meaningless name']
    : []
  if (!layer) return [...wrong, 'is in no layer'].map((why) => `${path} ${why}`)
  if (/^src\/components\//.test(path) && !/\.(astro|css)$/.test(path)) wrong.push('must be an .astro file')
  const sideEffect =
    layerOf(path) === 'domain' && SIDE_EFFECTS.exec(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|`[^`]*`/g, ''))
  if (sideEffect) wrong.push(`uses ${sideEffect[0]}`)
  if (WITHOUT_SCHEMAS.includes(layerOf(path)) && /\bz\.(safe)?parse\b|\.safeParse\b/i.test(text))
    wrong.push('parses with a schema, which the build removes from pages')
  for (const [, type, specifier = ''] of text.matchAll(IMPORT)) {
    const to = target(path, specifier)
    // Types of a package are gone at run time.
    if (to === undefined) {
      if (!layer.packages.test(specifier) && !(type && layerOf(path) !== 'domain')) wrong.push(`imports ${specifier}`)
    } else if (to.startsWith('content/')) {
      if (READS_CONTENT[path]?.test(to) !== true)
        wrong.push(`imports ${specifier}: only server/catalogue.ts reads content`)
    } else if (layerOf(to) !== layerOf(path) && !layer.folders.includes(layerOf(to))) wrong.push(`imports ${specifier}`)
    else if (path === `src/server/${APP}` ? !type : isUpward(path, to))
      wrong.push(`imports ${specifier}, which is not in a lower module`)
  }
  return wrong.map((why) => `${path} ${why}`)
}

const sources = (): Source[] =>
  readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.(ts|tsx|astro|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('imports follow the layers', () => {
  expect(sources().flatMap(broken)).toEqual([])
})

test('no import cycle exists', () => {
  expect(cyclesOf(sources())).toEqual([])
})

test('every export is used by another source file', () => {
  const files = [...sources(), { path: 'astro.config.mjs', text: readFileSync('astro.config.mjs', 'utf8') }]
  const edition = files.find(({ path }) => path === 'src/build/edition.ts')?.text ?? ''
  const replacements = [...edition.matchAll(/'(src\/[^']+)': '(src\/[^']+)'/g)]
  expect(replacements.length).toBeGreaterThan(5)
  expect(
    unusedExports(
      files,
      replacements.map(([, original = '', own = '']) => [original, own] as const),
    ),
  ).toEqual([])
})

test('the check of exports finds an unused one, also where the importing file has the same name', () => {
  const files = [
    { path: 'src/domain/a.ts', text: 'export const used = 1\nexport type Unused = string\nexport const mentioned = 2' },
    {
      path: 'src/domain/b.ts',
      text: "import { used } from './a.ts'\nconst mentioned = 1 // Not mentioned\nexport { used as again, used as c }",
    },
    { path: 'src/domain/c.ts', text: "export const later = () => import('./b.ts').then((b) => b.again)" },
    { path: 'src/domain/d.ts', text: "const C = new URL('./c.ts', base)\nconst code = 'export { later } from ' + C" },
    { path: 'src/domain/own.ts', text: 'export const used = 3\nexport const other = 4' },
  ]
  expect(unusedExports(files, [['src/domain/a.ts', 'src/domain/own.ts']])).toEqual([
    'src/domain/a.ts Unused',
    'src/domain/a.ts mentioned',
    'src/domain/b.ts c',
    'src/domain/own.ts other',
  ])
})

test('every folder and file of the server has a place in the order of modules', () => {
  const places = [...SERVER_STEPS.flat(), ...COMPOSITION_ROOT, APP, COMMANDS]
  expect(readdirSync('src/server').toSorted()).toEqual(places.toSorted())
})

test('the check of cycles finds one, also through type imports', () => {
  const files = [
    { path: 'src/domain/a.ts', text: "import { b } from './b.ts'" },
    { path: 'src/domain/b.ts', text: "import type { C } from '#domain/c.ts'" },
    { path: 'src/domain/c.ts', text: "export { a } from './a.ts'" },
    { path: 'src/domain/d.ts', text: "import { a } from './a.ts'" },
  ]
  expect(cyclesOf(files)).toEqual([['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts']])
})

test.each([
  ['src/domain/money.ts', "import { z } from 'zod'"],
  ['src/domain/money.ts', "import type { ZodType } from 'zod'"],
  ['src/domain/money.ts', "import { lineSchema } from '#contract/bookings.ts'"],
  ['src/domain/money.ts', 'export const now = () => new Date()'],
  ['src/domain/money.ts', 'export const now = () => Date.now()'],
  ['src/domain/money.ts', 'export const now = () => Date()'],
  ['src/domain/money.ts', 'export const any = () => Math.random()'],
  ['src/contract/site.ts', "export * from '../stores/api.ts'"],
  ['src/contract/site.ts', "import { atom } from 'nanostores'"],
  ['src/contract/site.ts', "import * as z from 'zod'"],
  ['src/contract/site.ts', "import { planSchema } from './content/plan.ts'"],
  ['src/contract/site.ts', 'export const read = (text: unknown) => z.safeParse(schema, text)'],
  ['src/stores/cart.ts', "import * as z from 'zod/mini'"],
  ['src/stores/cart.ts', 'const cart = readSite.output.safeParse(text)'],
  ['src/stores/cart.ts', "import { catalogue } from '#server/catalogue.ts'"],
  ['src/stores/cart.ts', "import {\n  getCollection,\n} from 'astro:content'"],
  ['src/stores/cart.ts', "const later = () => import('#server/catalogue.ts')"],
  ['src/domain/location.ts', "import plans from '#content/plans.json' with { type: 'json' }"],
  ['src/domain/price.ts', "import ids from '#content/location-ids.json' with { type: 'json' }"],
  ['src/stores/cart.ts', "import plans from '#content/plans.json' with { type: 'json' }"],
  ['src/server/mail/outbox.ts', "import { draft } from '#stores/booking/draft.ts'"],
  ['src/server/mail/outbox.ts', "import { getSecret } from 'astro:env/server'"],
  ['src/pages/api/health.ts', "import { getCollection } from 'astro:content'"],
  ['src/pages/api/health.ts', "import { ledger } from '#stores/ledger/index.ts'"],
  ['src/pages/booking.astro', "import { catalogue } from '#server/catalogue.ts'"],
  ['src/islands/booking/Wizard.tsx', "import Page from '#components/layout/Page.astro'"],
  ['src/components/ui/Card.tsx', ''],
  ['src/stores/utils.ts', ''],
  ['src/server/bookings/seats.ts', "import { settle } from '../payments/settlement.ts'"],
  ['src/server/bookings/seats.ts', "import type { Payment } from '../payments/payment.ts'"],
  ['src/server/events/recent.ts', "import { send } from '../mail/outbox.ts'"],
  ['src/server/bookings/seats.ts', "import { openApp } from '../open-app.ts'"],
  ['src/server/bookings/seats.ts', "import { seed } from '../commands/seed.ts'"],
  ['src/server/env.ts', "import { ESEWA } from './payments/gateways/esewa.ts'"],
  ['src/server/app.ts', "import { settle } from './payments/settlement.ts'"],
  ['src/lib/money.ts', ''],
  ['src/gateways/esewa.ts', ''],
])('the check of layers rejects %s: %s', (path, text) => {
  expect(broken({ path, text })).not.toEqual([])
})

test.each([
  ['src/domain/quote.ts', "import type { Paisa } from './money.ts'"],
  ['src/pages/api/health.ts', "import type { APIRoute } from 'astro'"],
  ['src/pages/pricing.astro', "import { getCollection } from 'astro:content'"],
  ['src/pages/rss.xml.ts', "import { getCollection } from 'astro:content'"],
  ['src/pages/site.webmanifest.ts', "import { getCollection } from 'astro:content'"],
  ['src/server/db/open.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['src/server/payments/settlement.ts', "import { moveBooking } from '../bookings/transitions.ts'"],
  ['src/server/payments/settlement.ts', "import type { App } from '../app.ts'"],
  ['src/server/main.ts', "import { settle } from './payments/settlement.ts'"],
])('the check of layers accepts %s: %s', (path, text) => {
  expect(broken({ path, text })).toEqual([])
})
