import type { AtRule, ChildNode, Declaration, Root, Rule } from 'postcss'
import { findProperties, READ, readLoadedSheets, removeWithEmptyParents } from './prune-styles.ts'
import { findScriptWords } from './script-words.ts'
import { readStyles, STYLES, transformStyles } from './transform-styles.ts'

/** `var(--x)` or `var(--x,fallback)`, not beside other text that it would join. */
const WHOLE_READ = /(?<=^|[\s,(])var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)(?=$|[\s,)])/g

interface Constant {
  /** Undefined for a registered property without an initial value, whose reads have their fallback. */
  value: string | undefined
  source: ChildNode
}

/**
 * Writes the value of a custom property in place of its reads where it cannot vary: a registered one that nothing sets, as
 * most of Tailwind's, and one that only `:root` sets and only one declaration reads.
 */
export function inlineProperties(html: string, folder: string): string {
  const inScripts = findScriptWords(html, folder)
  const elsewhere = new Set(findProperties(html.replaceAll(STYLES, '') + readLoadedSheets(folder)))
  const used = findProperties(readStyles(html).join('')).filter((name) => elsewhere.has(name) || inScripts(name))
  return transformStyles(html, 'inline', used, (sheets) => inlineConstants(sheets, new Set(used)))
}

function inlineConstants(sheets: readonly Root[], usedElsewhere: ReadonlySet<string>): void {
  const constants = findConstants(sheets, usedElsewhere)
  for (const sheet of sheets)
    sheet.walkDecls((declaration) => {
      declaration.value = declaration.value.replaceAll(WHOLE_READ, (read, name: string, fallback?: string) => {
        const constant = constants.get(name)
        return constant ? (constant.value ?? fallback ?? read) : read
      })
    })
  const stillRead = countReads(sheets)
  for (const [name, { source }] of constants) if (!stillRead.has(name)) removeWithEmptyParents(source)
}

function findConstants(sheets: readonly Root[], usedElsewhere: ReadonlySet<string>): Map<string, Constant> {
  const declared = new Map<string, Declaration[]>()
  const registered = new Map<string, AtRule>()
  for (const sheet of sheets) {
    sheet.walkDecls(/^--/, (declaration) => {
      declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration])
    })
    sheet.walkAtRules('property', (registration) => {
      registered.set(registration.params, registration)
    })
  }
  const constants = new Map<string, Constant>()
  for (const [name, source] of registered) {
    const { syntax, 'initial-value': value } = readDescriptors(source)
    // Values of other types are converted: `0` may be a length.
    if (syntax === '"*"' && !declared.has(name) && !usedElsewhere.has(name)) constants.set(name, { value, source })
  }
  const reads = countReads(sheets)
  for (const [name, [source, ...others]] of declared) {
    if (!source || others.length > 0 || registered.has(name) || reads.get(name) !== 1 || usedElsewhere.has(name))
      continue
    if (isOfRoot(source) && !source.value.includes('var(')) constants.set(name, { value: source.value, source })
  }
  return constants
}

function countReads(sheets: readonly Root[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, name = ''] of sheets.join('').matchAll(READ)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function readDescriptors(registration: AtRule): Record<string, string> {
  const descriptors: Record<string, string> = {}
  registration.walkDecls(({ prop, value }) => {
    descriptors[prop] = value
  })
  return descriptors
}

const isOfRoot = ({ parent }: Declaration): boolean =>
  (parent as Rule).selector === ':root' && parent?.parent?.type === 'root'
