import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss'
import { findScriptWords } from './script-words.ts'

export const STYLES = /<style\b([^>]*)>([\s\S]*?)<\/style>/g
/** Outside styles and scripts: the words of its text would keep utilities such as `.table`. */
export const CLASSES = /(\sclass=")([^"]*)"/g
export const CLASS = /\.((?:\\[\da-f]+ |\\.|[\w-])+)/g
export const READ = /var\(\s*(--[\w-]+)/g
const ANIMATION = /\banimation(?:-name)?:([^;}]*)/g
/** A class that `:not()` excludes need not occur in the page. */
const NEGATION = /:not\((?:[^()]|\([^()]*\))*\)/g

/** Removes rules, keyframes and custom properties that neither a page nor what it can load uses. */
export function pruneStyles(html: string, folder: string): string {
  const inPage = new Set(Array.from(html.matchAll(CLASSES), ([, , names = '']) => names.split(/\s+/)).flat())
  const inScripts = findScriptWords(html, folder)
  const sheets = Array.from(html.matchAll(STYLES), ([, , css = '']) =>
    pruneRules(postcss.parse(css), (name) => inPage.has(name) || inScripts(name)),
  )
  const loaded = readLoadedSheets(folder)
  pruneKeyframes(sheets, loaded)
  const readElsewhere = findReads(html.replaceAll(STYLES, '') + loaded)
  pruneProperties(sheets, (name) => readElsewhere.has(name) || inScripts(name))
  let index = 0
  return html.replaceAll(STYLES, (_, attributes: string) => {
    const used = `${sheets[index++]}`
    return used && `<style${attributes}>${used}</style>`
  })
}

const findReads = (css: string): Set<string> => new Set(Array.from(css.matchAll(READ), ([, name = '']) => name))

/** Sheets of scripts that are loaded later. */
export const readLoadedSheets = (folder: string): string =>
  globSync('_astro/*.css', { cwd: folder })
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')

/** `md\:flex` is md:flex, and `\31 20` is 120. */
export const removeEscapes = (name: string): string =>
  name.replaceAll(/\\(?:([\da-f]+) |(.))/g, (_, code: string | undefined, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  )

function pruneRules(root: Root, isUsed: (name: string) => boolean): Root {
  // Every browser that has `light-dark()`, which all colors need, has `color-mix()`.
  root.walkAtRules('supports', (condition) => {
    if (condition.params.startsWith('(color:color-mix(')) condition.replaceWith(condition.nodes)
  })
  const occurs = (selector: string): boolean =>
    [...selector.replaceAll(NEGATION, '').matchAll(CLASS)].every(([, name = '']) => isUsed(removeEscapes(name)))
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    const used = rule.selectors.filter(occurs)
    if (used.length === 0) removeWithEmptyParents(rule)
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
  return root
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
function pruneProperties(sheets: readonly Root[], isReadElsewhere: (name: string) => boolean): void {
  for (const sheet of sheets)
    sheet.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties') layer.remove()
    })
  // A property may be read only by one that is removed.
  for (let isStable = false; !isStable; ) {
    isStable = true
    const read = findReads(sheets.join(''))
    const isUnread = (name: string): boolean => name.startsWith('--') && !read.has(name) && !isReadElsewhere(name)
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
