import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AtRule, ChildNode, Declaration, Root, Rule } from 'postcss'
import { findScriptWords } from './script-words.ts'
import { readStyles, STYLES, transformStyles } from './transform-styles.ts'

/** Outside styles and scripts: the words of its text would keep utilities such as `.table`. */
export const CLASSES = /(\sclass=")([^"]*)"/g
export const CLASS = /\.((?:\\[\da-f]+ |\\.|[\w-])+)/g
/** Elements that few pages have and that styles name outside a list. */
const CONTROLS = ['select', 'textarea']
const CONTROL = /(?<![\w(,.-])(select|textarea)\b(?!,)/g
const PROPERTY = /--[\w-]+/g
export const READ = /var\(\s*(--[\w-]+)/g
const ANIMATION = /\banimation(?:-name)?:([^;}]*)/g
/** A class that `:not()` excludes need not occur in the page. */
const NEGATION = /:not\((?:[^()]|\([^()]*\))*\)/g

/** The classes of a sheet and the sheets of a folder, which a thousand posts share. */
const classesOf = new Map<string, readonly string[]>()
const loadedSheetsOf = new Map<string, string>()

/** Removes rules, keyframes and custom properties that neither a page nor what it can load uses. */
export function pruneStyles(html: string, folder: string): string {
  const css = readStyles(html).join('')
  const loaded = readLoadedSheets(folder)
  const inPage = new Set(Array.from(html.matchAll(CLASSES), ([, , names = '']) => names.split(/\s+/)).flat())
  const inScripts = findScriptWords(html, folder)
  const classes = findClasses(css).filter((name) => inPage.has(name) || inScripts(name))
  const controls = CONTROLS.filter((name) => html.includes(`<${name}`) || inScripts(name))
  const readElsewhere = findReads(html.replaceAll(STYLES, '') + loaded)
  const properties = findProperties(css).filter((name) => readElsewhere.has(name) || inScripts(name))
  return transformStyles(html, 'prune', [classes, controls, properties, loaded], (sheets) => {
    for (const sheet of sheets) pruneRules(sheet, new Set(classes), new Set(controls))
    pruneKeyframes(sheets, loaded)
    pruneProperties(sheets, new Set(properties))
  })
}

function findClasses(css: string): readonly string[] {
  const found = classesOf.get(css) ?? [
    ...new Set(Array.from(css.matchAll(CLASS), ([, name = '']) => removeEscapes(name))),
  ]
  classesOf.set(css, found)
  return found
}

/** The custom properties that a sheet sets, registers or reads. */
export const findProperties = (css: string): string[] => [...new Set(css.match(PROPERTY))]

const findReads = (css: string): Set<string> => new Set(Array.from(css.matchAll(READ), ([, name = '']) => name))

/** Sheets of scripts that are loaded later. */
export function readLoadedSheets(folder: string): string {
  const found =
    loadedSheetsOf.get(folder) ??
    globSync('_astro/*.css', { cwd: folder })
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  loadedSheetsOf.set(folder, found)
  return found
}

/** `md\:flex` is md:flex, and `\31 20` is 120. */
export const removeEscapes = (name: string): string =>
  name.replaceAll(/\\(?:([\da-f]+) |(.))/g, (_, code: string | undefined, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  )

function pruneRules(root: Root, used: ReadonlySet<string>, controls: ReadonlySet<string>): void {
  // Every browser that has `light-dark()`, which all colors need, has `color-mix()`.
  root.walkAtRules('supports', (condition) => {
    if (condition.params.startsWith('(color:color-mix(')) condition.replaceWith(condition.nodes)
  })
  const occurs = (selector: string): boolean =>
    [...selector.matchAll(CONTROL)].every(([, name = '']) => controls.has(name)) &&
    [...selector.replaceAll(NEGATION, '').matchAll(CLASS)].every(([, name = '']) => used.has(removeEscapes(name)))
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    const selectors = rule.selectors.filter(occurs)
    if (selectors.length === 0) removeWithEmptyParents(rule)
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors
  })
}

function pruneKeyframes(sheets: readonly Root[], loaded: string): void {
  const animations = Array.from((sheets.join('') + loaded).matchAll(ANIMATION), ([, value = '']) =>
    value.split(/[\s,!]/),
  )
  const used = new Set(animations.flat())
  for (const sheet of sheets)
    sheet.walkAtRules('keyframes', (keyframes) => {
      if (!used.has(keyframes.params)) removeWithEmptyParents(keyframes)
    })
}

/** Tailwind registers the properties of all its utilities, and sets them again for browsers without `@property`. */
function pruneProperties(sheets: readonly Root[], readElsewhere: ReadonlySet<string>): void {
  for (const sheet of sheets)
    sheet.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties') layer.remove()
    })
  // A property may be read only by one that is removed.
  for (let isStable = false; !isStable; ) {
    isStable = true
    const read = findReads(sheets.join(''))
    const isUnread = (name: string): boolean => name.startsWith('--') && !read.has(name) && !readElsewhere.has(name)
    const remove = (node: Declaration | AtRule): void => {
      removeWithEmptyParents(node)
      isStable = false
    }
    for (const sheet of sheets) {
      sheet.walkDecls((declaration) => {
        if (isUnread(declaration.prop)) remove(declaration)
      })
      sheet.walkAtRules('property', (registration) => {
        if (isUnread(registration.params)) remove(registration)
      })
    }
  }
}

export function removeWithEmptyParents(node: ChildNode): void {
  const parent = node.parent as Rule | AtRule | Root | undefined
  node.remove()
  if (!parent || parent.type === 'root' || parent.nodes?.length !== 0) return
  // A layer without rules still has its place in the order of layers.
  if (parent.type === 'atrule' && parent.name === 'layer') parent.replaceWith({ name: 'layer', params: parent.params })
  else removeWithEmptyParents(parent)
}
