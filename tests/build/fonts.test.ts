import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { getUnicodeRange, makeExtraFonts, readExtraFonts } from '#build/fonts.ts'
import { ContentError } from '#contract/content/entries.ts'

/** Returns a copy of the repository with other brand names. */
function repository(brand: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'fonts-'))
  mkdirSync(join(root, 'src/assets'), { recursive: true })
  cpSync('src/assets/fonts', join(root, 'src/assets/fonts'), { recursive: true })
  cpSync('content', join(root, 'content'), { recursive: true })
  const file = join(root, 'content/brand.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...brand }))
  return root
}

test('makeExtraFonts adds no font for the names of the repository', async () => {
  expect(await makeExtraFonts(repository({}))).toEqual([])
})

test('makeExtraFonts adds the letters and ligatures of another Devanagari name', async () => {
  const root = repository({ nativeName: 'ज्ञान कुञ्ज' })
  const [made, ...others] = await makeExtraFonts(root)
  expect(others).toEqual([])
  expect(made).toMatchObject({ script: 'devanagari', src: '.cache/fonts/anek-devanagari.woff2' })
  for (const letter of new Set('ज्ञानकुञ्ज')) expect(made?.letters).toContain(letter)
  const font = create(readFileSync(join(root, made?.src ?? ''))) as Font
  // A conjunct of two letters is one glyph.
  expect(font.layout('ज्ञ').glyphs).toHaveLength(1)
  expect(readExtraFonts(root)).toHaveLength(1)
})

test('makeExtraFonts adds Latin letters that the stored font lacks', async () => {
  const made = await makeExtraFonts(repository({ name: 'Café Ānanda Ü' }))
  expect(made.map(({ script, letters }) => [script, letters])).toEqual([
    ['latin', 'Ü'],
    ['latin-ext', 'Ā'],
  ])
})

test('makeExtraFonts rejects a letter of no font with the file, the field and the fix', async () => {
  const problem = await makeExtraFonts(repository({ nativeName: '茶亭' })).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ContentError)
  expect((problem as ContentError).messages).toEqual([
    'content/brand.json, nativeName: contains the letter "茶", which the font does not have; use another letter.',
  ])
})

test('getUnicodeRange returns every letter', () => {
  expect(getUnicodeRange('कĀ')).toEqual(['U+915', 'U+100'])
})
