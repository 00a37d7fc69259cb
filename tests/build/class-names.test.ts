import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { CLASS, removeEscapes } from '#build/prune-styles.ts'

const SHEET = 'src/styles/site.css'
/** As in `w-[3px]`, `bg-(--x)`, `data-[state=open]:flex`, `[&_p]:mt-2` and `[mask-type:alpha]`. */
const ARBITRARY = /^[!-]?(?:[\w@*./:-]*[-:](?:\[\S+\]|\(--[\w-]+\))|\[(?:[&@]\S*|[\w-]+:\S+)\])/
/** Arbitrary values that have no place in the theme, with the reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map([])

const ATTRIBUTE = /\b(?:[cC]lass(?:Name|Names)?|class:list)=(?:"([^"]*)"|(?=\{))/g
/** Strings of an expression, also those that it compares with. */
const TEXT = /([!=]== )?(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/g
const EXPRESSION = /\$\{([^}]*)\}/g

const read = (file: string): string => readFileSync(file, 'utf8')
const markup = globSync('src/**/*.{astro,tsx}')
const everything = globSync('{src,tests}/**/*.{astro,ts,tsx,js}').map(read).join('\n')

const splitIntoWords = (text: string): string[] => text.split(/[\s"'`]+/)
const findArbitraryValues = (source: string): string[] =>
  splitIntoWords(source).filter((word) => ARBITRARY.test(word) && !ALLOWED.has(word))

/** The words of the class attributes; of an expression, those of its strings. */
const findClasses = (source: string): string[] =>
  Array.from(source.matchAll(ATTRIBUTE), ({ 1: plain, 0: start, index }) =>
    plain === undefined ? findStrings(readBraces(source, index + start.length)) : [plain],
  )
    .flat()
    .flatMap((names) => names.split(/\s+/).filter((name) => /^[\w@*:./-]*[\w]$/.test(name)))

const findStrings = (code: string): string[] =>
  Array.from(code.matchAll(TEXT), ([, comparison, ...texts]) => {
    if (comparison) return []
    const text = texts.join('')
    const expressions = Array.from(text.matchAll(EXPRESSION), ([, expression = '']) => findStrings(expression))
    return [text.replaceAll(EXPRESSION, ' '), ...expressions.flat()]
  }).flat()

function readBraces(source: string, start: number): string {
  let depth = 0
  for (let end = start; end < source.length; end++) {
    if (source[end] === '{') depth++
    if (source[end] === '}' && --depth === 0) return source.slice(start, end)
  }
  return ''
}

const { build } = await compile(read(SHEET), {
  base: dirname(SHEET),
  loadStylesheet: async (id, base) => {
    const path = id.startsWith('.') ? resolve(base, id) : createRequire(import.meta.url).resolve(id)
    return { path, base: dirname(path), content: read(path) }
  },
})
const handWritten = [...globSync('src/**/*.css'), ...globSync('src/**/*.astro')]
  .map((file) => (file.endsWith('.css') ? read(file) : (read(file).match(/<style[\s\S]*?<\/style>/g) ?? []).join('')))
  .join('\n')
const findNames = (css: string): string[] => Array.from(css.matchAll(CLASS), ([, name = '']) => removeEscapes(name))
const styled = new Set(findNames(build(markup.flatMap((file) => splitIntoWords(read(file)))) + handWritten))

/** A class without a rule is a spelling mistake, or a test or script selects elements by it. */
const findUnknown = (source: string): string[] =>
  findClasses(source).filter((name) => !styled.has(name) && !everything.includes(`.${name}`))

test.each(markup)('the classes of %s have rules, and their values come from the theme', (file) => {
  const source = read(file)
  expect(findArbitraryValues(source)).toEqual([])
  expect(findUnknown(source)).toEqual([])
})

test.each([
  'w-[3px]',
  '-mt-[3px]',
  'md:bg-(--x)',
  'data-[state=open]:flex',
  '[&_p]:mt-2',
  '[mask-type:alpha]',
  '*:w-[1px]',
])('%s is an arbitrary value', (word) => {
  expect(findArbitraryValues(`<p class="flex ${word} gap-2">`)).toEqual([word])
})

test.each(['w-3', 'list[0]', '[index]', 'w-1/2', 'find(name)', '**:first:mt-2'])('%s is no arbitrary value', (word) => {
  expect(findArbitraryValues(`${word} of`)).toEqual([])
})

test.each([
  ['class="flex gap-twelve"', 'gap-twelve'],
  ["className={open ? 'mt-2' : 'mt-none'}", 'mt-none'],
  ["class:list={['flex', { 'bg-nothing': list[0] }]}", 'bg-nothing'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  ['className={`flex ${size} text-vast`}', 'text-vast'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  ["className={`flex ${size === 'huge' ? 'big:flex' : ''}`}", 'big:flex'],
])('in %s a class has no rule', (attribute, name) => {
  expect(findUnknown(`<p ${attribute}>`)).toEqual([name])
})
