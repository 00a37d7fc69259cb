import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postcss, { type AtRule, type ChildNode } from 'postcss'

const STYLES = /<style\b([^>]*)>([\s\S]*?)<\/style>/g
const SCRIPT = /_astro\/[\w.-]+\.js|(?<=["'`]\.\/)[\w.-]+\.js/g
const CLASS = /\.((?:\\.|[\w-])+)/g
/** The prefix of a class name that a script completes, as in `rdp-${part}`. */
const PREFIX = /^[\w-]+-(?=\$\{)/
/** Served by the sandbox gateway, so the build does not know it. */
const SANDBOX_FORM = fileURLToPath(new URL('../server/payments/gateways/sandbox/stripe-form.js', import.meta.url))
/** A class that `:not()` excludes need not occur in the page. */
const NEGATION = /:not\((?:[^()]|\([^()]*\))*\)/g

interface Script {
  tokens: ReadonlySet<string>
  imports: readonly string[]
}
const scripts = new Map<string, Script>()

/** Removes the rules whose classes occur neither in a page nor in a script that it can load. */
export function pruneStyles(html: string, folder: string): string {
  const tokens = splitIntoTokens(html.replaceAll(STYLES, ''))
  const names = new Set(findScripts(html))
  // A set also iterates over names that are added while it runs: the imports of imports.
  const add = (script: Script): void => {
    for (const token of script.tokens) tokens.add(token)
    for (const imported of script.imports) names.add(imported)
  }
  add(readScript(SANDBOX_FORM))
  for (const name of names) add(readScript(join(folder, '_astro', name)))
  return html.replaceAll(STYLES, (_, attributes: string, css: string) => {
    const used = prune(css, tokens)
    return used && `<style${attributes}>${used}</style>`
  })
}

const splitIntoTokens = (text: string): Set<string> => new Set(text.split(/[\s"'`]+/))
const findScripts = (text: string): string[] => (text.match(SCRIPT) ?? []).map((path) => path.replace('_astro/', ''))

function readScript(file: string): Script {
  const cached = scripts.get(file)
  if (cached) return cached
  const text = readFileSync(file, 'utf8')
  const script = { tokens: splitIntoTokens(text), imports: findScripts(text) }
  scripts.set(file, script)
  return script
}

function prune(css: string, tokens: ReadonlySet<string>): string {
  const root = postcss.parse(css)
  const prefixes = [...tokens].flatMap((token) => PREFIX.exec(token)?.[0] ?? [])
  const isUsed = (name: string): boolean => tokens.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  const occurs = (selector: string): boolean =>
    [...selector.replaceAll(NEGATION, '').matchAll(CLASS)].every(([, name = '']) =>
      isUsed(name.replaceAll(/\\(.)/g, '$1')),
    )
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    const used = rule.selectors.filter(occurs)
    if (used.length === 0) removeWithEmptyParents(rule)
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
  return root.toString()
}

function removeWithEmptyParents(node: ChildNode): void {
  const { parent } = node
  node.remove()
  if (parent?.type === 'atrule' && (parent as AtRule).nodes?.length === 0) removeWithEmptyParents(parent as AtRule)
}
