import postcss, { type AtRule, type Node, type Root, type Rule } from 'postcss'
import { CLASS, CLASSES, removeEscapes, STYLES } from './prune-styles.ts'
import { findScriptWords } from './script-words.ts'

/**
 * Renames the utilities of a page to short names. Utilities that always occur together get one name, so an element
 * has one or two names instead of ten. A utility that a script may use keeps its name.
 */
export function shortenClasses(html: string, folder: string): string {
  const inScripts = findScriptWords(html, folder)
  const sheets = Array.from(html.matchAll(STYLES), ([, , css = '']) => postcss.parse(css))
  const utilities = new Set(sheets.flatMap(findUtilities))
  const attributes = Array.from(html.matchAll(CLASSES), ([, , names = '']) => names.split(/\s+/))
  /** For each utility, the attributes that have it. */
  const places = new Map<string, string>()
  attributes.forEach((names, index) => {
    for (const name of new Set(names))
      if (utilities.has(name) && !inScripts(name)) places.set(name, `${places.get(name) ?? ''} ${index}`)
  })
  const shortNames = new Map<string, string>()
  const shorten = (name: string): string => {
    const where = places.get(name)
    if (where === undefined) return name
    const short = shortNames.get(where) ?? getShortName(shortNames.size)
    shortNames.set(where, short)
    return short
  }
  for (const sheet of sheets) {
    sheet.walkRules((rule) => {
      rule.selector = rule.selector.replaceAll(CLASS, (selector, name: string) => {
        const short = shorten(removeEscapes(name))
        return short === removeEscapes(name) ? selector : `.${short}`
      })
    })
    sheet.walkRules(mergeIntoNext)
  }
  let index = 0
  return html
    .replaceAll(
      CLASSES,
      (_, start: string, names: string) => `${start}${[...new Set(names.split(/\s+/).map(shorten))].join(' ')}"`,
    )
    .replaceAll(STYLES, (_, options: string) => `<style${options}>${sheets[index++]}</style>`)
}

/** Moves the declarations of a rule to the next one of the same selector, except those that it repeats. */
function mergeIntoNext(rule: Rule): void {
  const next = rule.next()
  if (next?.type !== 'rule' || next.selector !== rule.selector) return
  const repeated = new Set(next.nodes.map(String))
  next.prepend(...rule.nodes.filter((node) => !repeated.has(`${node}`)))
  rule.remove()
}

function findUtilities(sheet: Root): string[] {
  const names: string[] = []
  sheet.walkRules((rule) => {
    if (isInUtilities(rule)) for (const [, name = ''] of rule.selector.matchAll(CLASS)) names.push(removeEscapes(name))
  })
  return names
}

const isInUtilities = ({ parent }: Node): boolean =>
  parent !== undefined &&
  ((parent.type === 'atrule' && (parent as AtRule).name === 'layer' && (parent as AtRule).params === 'utilities') ||
    isInUtilities(parent))

/** Begins with a capital, as no other class does: A to Z, then A0. */
const getShortName = (index: number): string =>
  String.fromCharCode(65 + (index % 26)) + (index < 26 ? '' : (Math.floor(index / 26) - 1).toString(36))
