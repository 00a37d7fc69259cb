import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SANDBOX_CARD_SCRIPT } from '#contract/card.ts'

/** Structured data is no script: its words would keep styles, and differ on every page. */
const INLINE = /<script\b(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g
const SCRIPT = /_astro\/[\w.-]+\.js|(?<=["'`]\.\/)[\w.-]+\.js/g
/** The prefix of a class name that a script completes, as in `rdp-${part}`. */
const PREFIX = /^[\w-]+-(?=\$\{)/
/** The source of `SANDBOX_CARD_SCRIPT`, which no page imports. */
const SANDBOX_FORM = fileURLToPath(new URL('../server/payments/gateways/sandbox/stripe-form.js', import.meta.url))

/** Names every element and no class. */
const REACT = 'react.'

interface Words {
  whole: ReadonlySet<string>
  prefixes: readonly string[]
}
interface Script extends Words {
  imports: readonly string[]
}
const scripts = new Map<string, Script>()
/** By inline scripts and files, which pages of one layout share. */
const lookups = new Map<string, (name: string) => boolean>()

/** Returns whether a script of the page, or one that it can load, may use a class or custom property of this name. */
export function findScriptWords(html: string, folder: string): (name: string) => boolean {
  const inline = Array.from(html.matchAll(INLINE), ([, text = '']) => text).join('\n')
  const names = new Set(findScripts(html))
  const key = JSON.stringify([folder, inline, ...names])
  const lookup = lookups.get(key) ?? createLookup(inline, names, folder)
  lookups.set(key, lookup)
  return lookup
}

function createLookup(inline: string, names: Set<string>, folder: string): (name: string) => boolean {
  const found: Words[] = [splitIntoWords(inline)]
  // A set also iterates over names that are added while it runs: the imports of imports.
  for (const name of names) {
    if (name.startsWith(REACT)) continue
    const script = readScript(join(folder, '_astro', name))
    found.push(script)
    for (const imported of script.imports) names.add(imported)
  }
  if (found.some(({ whole }) => whole.has(SANDBOX_CARD_SCRIPT))) found.push(readScript(SANDBOX_FORM))
  const prefixes = [...new Set(found.flatMap((words) => words.prefixes))]
  return (name) => found.some(({ whole }) => whole.has(name)) || prefixes.some((prefix) => name.startsWith(prefix))
}

const findScripts = (text: string): string[] => (text.match(SCRIPT) ?? []).map((path) => path.replace('_astro/', ''))

function splitIntoWords(text: string): Words {
  const whole = new Set(text.split(/[\s"'`()\\]+/))
  return { whole, prefixes: Array.from(whole).flatMap((word) => PREFIX.exec(word)?.[0] ?? []) }
}

function readScript(file: string): Script {
  const cached = scripts.get(file)
  if (cached) return cached
  const text = readFileSync(file, 'utf8')
  const script = { ...splitIntoWords(text), imports: findScripts(text) }
  scripts.set(file, script)
  return script
}
