import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

interface Source {
  /** Path from the repository's root. */
  path: string
  text: string
}

/** A document that comments and other documents name by its path from the root, with or without a heading. */
const NAMED = /(?<![\w./-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g
/** A file or folder that a document names in backticks. Patterns such as `content/*.json` do not match. */
const NAMED_PATH = /`((?:src|tests|content|docs|public)\/[^`\s*…]*)`/g
const MARKDOWN_LINK = /\]\(\s*<?([^)\s>]+)/g
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm
const HEADING = /^#{1,6} +(.+?)(?: +#+)?$/gm
const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z+.-]*:|\/)/i.test(target)
const isMarkdown = (path: string): boolean => path.endsWith('.md')

/** The anchors of a document's headings, by the rules of GitHub: duplicates get a number. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(HEADING)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The targets that a file links to, each as a path from the root with its heading. */
function targetsIn({ path, text }: Source): string[] {
  const named = [...text.matchAll(NAMED)].map(([target]) => target)
  if (!isMarkdown(path)) return named
  const linked = [...text.replace(CODE, '').matchAll(MARKDOWN_LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !isElsewhere(target))
    .map((target) => (target.startsWith('#') ? `${path}${target}` : normalize(join(dirname(path), target))))
  const paths = [...text.matchAll(NAMED_PATH)].map(([, target = '']) => target)
  return [...new Set([...named, ...paths, ...linked])]
}

/** Returns the broken links of a file; `textOf` returns a document's text, or undefined if it does not exist. */
function problemsIn(source: Source, textOf: (path: string) => string | undefined): string[] {
  return targetsIn(source).flatMap((target) => {
    const [path = '', anchor] = target.split('#')
    const text = textOf(path)
    if (text === undefined) return `${source.path} links to ${path}, which does not exist`
    if (anchor === undefined || !isMarkdown(path) || anchorsIn(text).has(anchor)) return []
    return `${source.path} links to ${target}, but ${path} has no such heading`
  })
}

/** The text of a document; empty for folders and files without headings. */
const textOnDisk = (path: string): string | undefined =>
  existsSync(path) ? (isMarkdown(path) ? readFileSync(path, 'utf8') : '') : undefined

function sources(): Source[] {
  const nested = ['src', 'tests', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|astro|css|md|mdx)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  // The counter-examples below name documents that do not exist.
  const checked = [...nested, 'README.md', 'CONTRIBUTING.md'].filter((path) => !path.endsWith('doc-links.test.ts'))
  return checked.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

test('every link and named path leads to an existing file and heading', () => {
  expect(sources().flatMap((source) => problemsIn(source, textOnDisk))).toEqual([])
})

const RULES = '# Product rules\n\n## Seats and holds\n\n## `CI` and [links](a.md)!\n\n## Refunds\n\n## Refunds\n'
const documents: Readonly<Record<string, string>> = {
  'docs/rules.md': RULES,
  'docs/photo.png': '',
  'src/domain/': '',
  'src/domain/booking.ts': '',
}
const check = (path: string, text: string): string[] => problemsIn({ path, text }, (name) => documents[name])

test.each([
  ['src/domain/booking.ts', '/** See docs/rules.md#seats-and-holds. */'],
  ['src/domain/booking.ts', '/** See docs/rules.md. */'],
  ['docs/rules.md', '[refunds](#refunds-1), [links](#ci-and-links), [photo](photo.png)'],
  ['docs/decisions/one.md', '[rules](../rules.md#refunds), [site](https://chautari.example/none.md)'],
  ['README.md', '`src/domain/booking.ts` in `src/domain/`, `content/*.json`, `src/server/db/NNNN-….ts`'],
  ['README.md', 'In code: `[text](none.md)`\n\n```md\n[text](none.md)\n```\n'],
])('the check of links accepts in %s: %s', (path, text) => expect(check(path, text)).toEqual([]))

test.each([
  ['src/domain/booking.ts', '// docs/rules.md#seats', 'docs/rules.md has no such heading'],
  ['src/domain/booking.ts', '// docs/none.md', 'docs/none.md, which does not exist'],
  ['README.md', '`docs/none.md#refunds`', 'docs/none.md, which does not exist'],
  ['README.md', 'A rule is in `src/domain/none.ts`.', 'src/domain/none.ts, which does not exist'],
  ['docs/rules.md', '`tests/none/`', 'tests/none/, which does not exist'],
  ['README.md', '[rules](docs/rules.md#refunds-2)', 'docs/rules.md has no such heading'],
  ['docs/decisions/one.md', '[rules](rules.md)', 'docs/decisions/rules.md, which does not exist'],
  ['docs/rules.md', '[top](#none)', 'docs/rules.md has no such heading'],
])('the check of links rejects in %s: %s', (path, text, problem) => {
  expect(check(path, text)).toEqual([expect.stringContaining(problem)])
})
