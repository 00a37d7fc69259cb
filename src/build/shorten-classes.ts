import type { AtRule, Node, Rule } from 'postcss'
import { CLASS, CLASSES, removeEscapes } from './prune-styles.ts'
import { findScriptWords } from './script-words.ts'
import { parseSheet, readStyles, transformStyles } from './transform-styles.ts'

/** The utilities of a sheet, in its order. */
const utilitiesOf = new Map<string, readonly string[]>()

/**
 * Renames the utilities of a page to short names. Utilities that always occur together get one name, so an element
 * has one or two names instead of ten. A utility that a script may use keeps its name.
 */
export function shortenClasses(html: string, folder: string): string {
  const inScripts = findScriptWords(html, folder)
  const utilities = new Set(readStyles(html).flatMap(findUtilities))
  const attributes = Array.from(html.matchAll(CLASSES), ([, , names = '']) => names.split(/\s+/))
  /** For each utility, the attributes that have it. */
  const places = new Map<string, string>()
  attributes.forEach((names, index) => {
    for (const name of new Set(names))
      if (utilities.has(name) && !inScripts(name)) places.set(name, `${places.get(name) ?? ''} ${index}`)
  })
  const shortNames = new Map<string, string>()
  const shortened = new Map<string, string>()
  for (const name of utilities) {
    const where = places.get(name)
    if (where === undefined) continue
    const short = shortNames.get(where) ?? getShortName(shortNames.size)
    shortNames.set(where, short)
    shortened.set(name, short)
  }
  const shorten = (name: string): string => shortened.get(name) ?? name
  return transformStyles(html, 'shorten', [...shortened], (sheets) => {
    for (const sheet of sheets) {
      sheet.walkRules((rule) => {
        rule.selector = rule.selector.replaceAll(CLASS, (selector, name: string) => {
          const short = shortened.get(removeEscapes(name))
          return short === undefined ? selector : `.${short}`
        })
      })
      sheet.walkRules(mergeIntoNext)
    }
  }).replaceAll(
    CLASSES,
    (_, start: string, names: string) => `${start}${[...new Set(names.split(/\s+/).map(shorten))].join(' ')}"`,
  )
}

/** Moves the declarations of a rule to the next one of the same selector, except those that it repeats. */
function mergeIntoNext(rule: Rule): void {
  const next = rule.next()
  if (next?.type !== 'rule' || next.selector !== rule.selector) return
  const repeated = new Set(next.nodes.map(String))
  next.prepend(...rule.nodes.filter((node) => !repeated.has(`${node}`)))
  rule.remove()
}

function findUtilities(css: string): readonly string[] {
  const found = utilitiesOf.get(css)
  if (found) return found
  const names: string[] = []
  parseSheet(css).walkRules((rule) => {
    if (isInUtilities(rule)) for (const [, name = ''] of rule.selector.matchAll(CLASS)) names.push(removeEscapes(name))
  })
  utilitiesOf.set(css, names)
  return names
}

const isInUtilities = ({ parent }: Node): boolean =>
  parent !== undefined &&
  ((parent.type === 'atrule' && (parent as AtRule).name === 'layer' && (parent as AtRule).params === 'utilities') ||
    isInUtilities(parent))

/** Begins with a capital, as no other class does: A to Z, then A0. */
const getShortName = (index: number): string =>
  String.fromCharCode(65 + (index % 26)) + (index < 26 ? '' : (Math.floor(index / 26) - 1).toString(36))
