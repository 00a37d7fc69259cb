import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What each folder of src/ may import: folders, or packages by the pattern of their names. Itself is always allowed. */
const LAYERS: Readonly<Record<string, { folders: readonly string[]; packages: RegExp }>> = {
  domain: { folders: [], packages: /^$/ },
  // Full zod stays out of what browsers load.
  'contract/content': { folders: ['domain'], packages: /^zod$/ },
  contract: { folders: ['domain'], packages: /^zod\/mini$/ },
  // It reads what anybody may have put into a browser's storage. Other scripts of pages have no shapes (build/strip-schemas.ts).
  'stores/ledger/browser': { folders: ['stores', 'contract', 'domain'], packages: /^(?!node:|astro)/ },
  stores: { folders: ['stores/ledger/browser', 'contract', 'domain'], packages: /^(?!node:|astro|zod)/ },
  islands: { folders: ['assets', 'stores', 'contract', 'domain'], packages: /^(?!node:|astro|zod)/ },
  components: {
    folders: ['assets', 'styles', 'islands', 'stores', 'build/memoize.ts', 'contract/content', 'contract', 'domain'],
    packages: /^(?!node:)/,
  },
  server: { folders: ['contract/content', 'contract', 'domain'], packages: /^(?!astro:)/ },
  'build/memoize.ts': { folders: [], packages: /^$/ },
  // What runs while the site is built, and nowhere else.
  build: { folders: ['styles', 'server', 'contract/content', 'contract', 'domain'], packages: /^(?!astro:)/ },
  // The stand-ins' own pages answer requests: pages to look at, endpoints to the rest of the house.
  'pages/sandbox': {
    folders: ['assets', 'styles', 'components', 'server', 'contract', 'domain'],
    packages: /^(?!astro:)/,
  },
  endpoints: { folders: ['server', 'contract', 'domain'], packages: /^(?!astro:)/ },
  pages: {
    folders: ['assets', 'styles', 'components', 'islands', 'stores', 'contract/content', 'contract', 'domain'],
    packages: /./,
  },
  'content.config.ts': { folders: ['build', 'contract/content', 'domain'], packages: /./ },
  styles: { folders: [], packages: /^$/ },
  assets: { folders: [], packages: /^$/ },
}
/** Ways to the world, which rules are given as arguments: no clock, no chance, no network, no storage. */
const WORLD =
  /\b(Date|Math\.random|crypto|performance|process|globalThis|window|document|localStorage|fetch|setTimeout|console)\b/
/** Code that imports content files; the domain knows which locations exist, and nothing else of the content. */
const READS_CONTENT: Readonly<Record<string, RegExp>> = {
  'src/server/catalogue.ts': /^content\//,
  'src/domain/location.ts': /^content\/location-ids\.json$/,
}
/** The server's modules, lowest first. A module imports from lower steps only, not from its own step. */
const SERVER_STEPS: readonly (readonly string[])[] = [
  ['http', 'log'],
  ['db'],
  ['csv'],
  ['audit'],
  ['events', 'mail', 'throttle'],
  ['prices', 'staff'],
  ['memberships'],
  ['bookings'],
  ['payments'],
  ['desk', 'messages'],
  ['assistant', 'live'],
  ['reports'],
]
/** Opens the application or runs a command: it may import every module, and no module imports it. */
const COMPOSITION_ROOT = ['endpoint.ts', 'jobs.ts', 'main.ts', 'open-app.ts']
const COMMANDS = 'commands'
const SHAPELESS = ['contract', 'stores', 'islands']
const NAMELESS = /^(lib|utils?|helpers?|shared|misc|common)$/

interface Source {
  /** Path from the repository's root. */
  path: string
  text: string
}
const IMPORT = /\b(?:import|export)\b(\s+type\b)?(?:[^'"`;]*?\bfrom)?\s*\(?\s*['"]([^'"]+)['"]/g
const layerOf = (path: string): string =>
  // Pages that are code alone answer requests; they are endpoints wherever their address puts them. A file's name, such
  // as rss.xml, is written by the build from content, as every other page.
  /^src\/pages\/.*(?<!\.(?:xml|webmanifest)|\/security\.txt)\.ts$/.test(path)
    ? 'endpoints'
    : (Object.keys(LAYERS).find((layer) => path === `src/${layer}` || path.startsWith(`src/${layer}/`)) ?? path)

/** The place inside the repository that an import means, or undefined for a package. */
function target(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#content/')) return specifier.replace('#', '')
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/')
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined
}

/** The folder or file of `src/server` that a path belongs to. */
const moduleOf = (path: string): string | undefined => /^src\/server\/([^/]+)/.exec(path)?.[1]
const stepOf = (module: string): number => SERVER_STEPS.findIndex((step) => step.includes(module))

/** Whether a server file imports a module that is not below its own. Files beside the modules are shared, or the root. */
function isUpward(from: string, to: string): boolean {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  if (!importer || !imported || importer === imported || COMPOSITION_ROOT.includes(importer) || importer === COMMANDS)
    return false
  if (COMPOSITION_ROOT.includes(imported) || imported === COMMANDS) return true
  return stepOf(importer) >= 0 && stepOf(imported) >= stepOf(importer)
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

function broken({ path, text }: Source): string[] {
  const layer = LAYERS[layerOf(path)]
  const wrong = path.split('/').some((part) => NAMELESS.test(part.replace(/\..*/, '')))
    ? ['says nothing by its name']
    : []
  if (!layer) return [...wrong, 'is in no layer'].map((why) => `${path} ${why}`)
  if (/^src\/components\//.test(path) && !/\.(astro|css)$/.test(path)) wrong.push('must be an .astro file')
  const world = layerOf(path) === 'domain' && WORLD.exec(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|`[^`]*`/g, ''))
  if (world) wrong.push(`uses ${world[0]}`)
  if (SHAPELESS.includes(layerOf(path)) && /\bz\.(safe)?parse\b|\.safeParse\b/i.test(text))
    wrong.push('reads by a shape, which pages have not')
  for (const [, type, specifier = ''] of text.matchAll(IMPORT)) {
    const to = target(path, specifier)
    // A package's types leave nothing behind at run time.
    if (to === undefined) {
      if (!layer.packages.test(specifier) && !(type && layerOf(path) !== 'domain')) wrong.push(`imports ${specifier}`)
    } else if (to.startsWith('content/')) {
      if (READS_CONTENT[path]?.test(to) !== true)
        wrong.push(`imports ${specifier}: only server/catalogue.ts reads content`)
    } else if (layerOf(to) !== layerOf(path) && !layer.folders.includes(layerOf(to))) wrong.push(`imports ${specifier}`)
    else if (isUpward(path, to)) wrong.push(`imports ${specifier}, which is not in a lower module`)
  }
  return wrong.map((why) => `${path} ${why}`)
}

const sources = (): Source[] =>
  readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.(ts|tsx|astro|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Classes that an island names and no style sheet knows: what they dressed stands there bare. */
function undressed(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name))
  const styles = files.filter((path) => path.endsWith('.css')).map((path) => readFileSync(path, 'utf8'))
  const known = new Set(styles.flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))
  return files
    .filter((path) => path.startsWith('src/islands/') && path.endsWith('.tsx'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/className="([^"]+)"/g)]
        .flatMap(([, names = '']) => names.split(/\s+/))
        .filter((name) => !known.has(name))
        .map((name) => `${path}: ${name}`),
    )
}

test('every class of an island has a rule', () => {
  expect(undressed()).toEqual([])
})

test('imports follow the layers', () => {
  expect(sources().flatMap(broken)).toEqual([])
})

test('no file imports itself through others', () => {
  expect(cyclesOf(sources())).toEqual([])
})

test('every folder of the server has a place in the order of modules', () => {
  const folders = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...SERVER_STEPS.flat(), COMMANDS].toSorted())
})

test('a cycle is found, through type imports too', () => {
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
  ['src/domain/money.ts', "import { lineShape } from '#contract/bookings.ts'"],
  ['src/domain/money.ts', 'export const now = () => new Date()'],
  ['src/domain/money.ts', 'export const any = () => Math.random()'],
  ['src/contract/site.ts', "export * from '../stores/api.ts'"],
  ['src/contract/site.ts', "import { atom } from 'nanostores'"],
  ['src/contract/site.ts', "import * as z from 'zod'"],
  ['src/contract/site.ts', "import { planShape } from './content/plan.ts'"],
  ['src/contract/site.ts', 'export const read = (text: unknown) => z.safeParse(shape, text)'],
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
  ['src/lib/money.ts', ''],
  ['src/gateways/esewa.ts', ''],
])('a wrong file is caught: %s %s', (path, text) => {
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
])('a right file passes: %s %s', (path, text) => {
  expect(broken({ path, text })).toEqual([])
})
