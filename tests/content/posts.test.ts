import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createPostTools } from '#build/post-folder.ts'
import { ContentError } from '#contract/content/entries.ts'
import { createPostReader } from '#contract/content/post.ts'
import { POST_CATEGORIES } from '#domain/post.ts'

const readPost = createPostReader(await createPostTools('.', 'content/blog'))
const posts = readdirSync('content/blog').map((name) => {
  const file = `content/blog/${name}`
  return readPost(file, readFileSync(file, 'utf8'))
})

describe('the posts', () => {
  test('are six or more, at least one of each category', () => {
    expect(posts.length).toBeGreaterThanOrEqual(6)
    expect(new Set(posts.map(({ fields }) => fields.category))).toEqual(new Set(POST_CATEGORIES))
  })

  test('lead with remote work and the startup ecosystem', () => {
    const featured = posts.filter(({ fields }) => fields.featured).map(({ fields }) => fields.image)
    expect(featured.sort()).toEqual([
      '../../src/assets/images/blog-remote-work.jpg',
      '../../src/assets/images/blog-startup-ecosystem.jpg',
    ])
  })
})

const FIELDS = `title: A desk under the tree
excerpt: Where a porter set down a loaded back, and what it has to do with a desk.
author: Sushma Rai
date: 2026-09-18
category: Remote Work
image: ../../src/assets/images/blog-remote-work.jpg
imageAlt: A desk at a window
featured: true
sample: true`
const TEXT = `It begins with a paragraph.

## A part

<PullQuote>“Here I get to leave.”</PullQuote>

A day is <Price plan="explorer" location="kausimaa" period="daily" />. {/* a note to the next editor */}

### A part of it

![A desk at a window](../../src/assets/images/blog-remote-work.jpg "In the morning")

See [the hub](/locations/kausimaa) and [the evening](/blog/closing-the-laptop-at-six#why).
`
const post = (fields: string, text = TEXT) => `---\n${fields}\n---\n\n${text}`

function sentences(source: string, file = 'content/blog/desk.mdx'): readonly string[] {
  try {
    readPost(file, source)
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages
    throw problem
  }
  return []
}

test('a right post passes, its minutes counted', () => {
  expect(sentences(post(FIELDS))).toEqual([])
  expect(sentences(post(FIELDS).replaceAll('\n', '\r\n'))).toEqual([])
  const { id, readTime } = readPost('content/blog/desk.mdx', post(FIELDS, 'one two '.repeat(101)))
  expect({ id, readTime }).toEqual({ id: 'desk', readTime: 2 })
})

const picture = 'write the path of a picture in src/assets/images, such as "../../src/assets/images/kausimaa-1.jpg".'
const excerpt = 'write one sentence of 50 to 160 characters.'
const day = 'write a day of the calendar as YYYY-MM-DD, such as 2026-09-18.'
const known = POST_CATEGORIES.map((name) => `"${name}"`).join(' or ')

describe('a wrong field stops the build with the file, the field and the mend', () => {
  test.each([
    ['title: A desk under the tree\n', '', ', title: is missing; write a text in quotes.'],
    ['A desk under the tree', '2026', ', title: is 2026; write a text in quotes.'],
    ['A desk', `A ${'d'.repeat(60)}`, `, title: is "A ${'d'.repeat(60)} under the tree"; write at most 60 characters.`],
    [/excerpt: .*/, 'excerpt: Short.', `, excerpt: is "Short."; ${excerpt}`],
    [/excerpt: .*/, `excerpt: ${'x'.repeat(161)}`, `, excerpt: is "${'x'.repeat(161)}"; ${excerpt}`],
    ['author: Sushma Rai\n', '', ', author: is missing; write a text in quotes.'],
    ['date: 2026-09-18\n', '', `, date: is missing; ${day}`],
    ['2026-09-18', '2026-02-30', `, date: is "2026-02-30"; ${day}`],
    ['2026-09-18', '2026-9-18', `, date: is "2026-9-18"; ${day}`],
    ['2026-09-18', '18 September 2026', `, date: is "18 September 2026"; ${day}`],
    ['2026-09-18', '2026-09-18T09:00:00Z', `, date: is wrong; ${day}`],
    ['category: Remote Work\n', '', `, category: is missing; write ${known}.`],
    ['Remote Work', 'Remote', `, category: is "Remote"; write ${known}.`],
    [/image: .*\n/, '', ', image: is missing; write a text in quotes.'],
    ['../../src/assets/images/blog', '/blog', `, image: is "/blog-remote-work.jpg"; ${picture}`],
    ['../../src', '../src', `, image: is "../src/assets/images/blog-remote-work.jpg"; ${picture}`],
    [
      'blog-remote-work.jpg',
      'nowhere.jpg',
      ', image: is "../../src/assets/images/nowhere.jpg"; put the picture there or correct its name: there is no such file.',
    ],
    ['imageAlt: A desk at a window\n', '', ', imageAlt: is missing; write a text in quotes.'],
    ['featured: true', 'featured: yes', ', featured: is "yes"; write true or false without quotes.'],
    ['sample: true', 'sample:', ', sample: is empty; write true or false without quotes.'],
    ['author:', 'autor: Me\nauthor:', ': is wrong; take "autor" out or correct the spelling: there is no such field.'],
  ])('%s → %s', (from, to, sentence) => {
    expect(sentences(post(FIELDS.replace(from, to)))).toEqual([`content/blog/desk.mdx${sentence}`])
  })

  test('fields that cannot be read at all', () => {
    expect(sentences(post(FIELDS.replace('title: A desk', 'title: A desk: one')))).toEqual([
      'content/blog/desk.mdx, line 2: cannot be read (bad indentation of a mapping entry); write "name: value", and put a value that holds a colon, a quote or a hash between quotes.',
    ])
    expect(sentences(TEXT)).toEqual([
      'content/blog/desk.mdx: has no fields; begin the file with them, between two lines of ---.',
    ])
  })
})

const broken = 'close every tag, and write \\< and \\{ for a plain < and {.'

describe('a wrong text stops the build with the file, the line and the mend', () => {
  test.each([
    [
      'Said:\n\n<PullQuote>Here I get to leave.\n\nMore.',
      `, line 15: cannot be read (Expected a closing tag for \`<PullQuote>\` (15:1) before the end of \`paragraph\`); ${broken}`,
    ],
    [
      'It costs {some',
      `, line 13: cannot be read (Unexpected end of file in expression, expected a corresponding closing brace for \`{\`); ${broken}`,
    ],
    [
      '<Quote>Here</Quote>',
      ', line 13: has a <Quote>; write Markdown, or one of <PullQuote> and <Price>: there is no such element.',
    ],
    [
      'A <b>bold</b> word',
      ', line 13: has a <b>; write Markdown, or one of <PullQuote> and <Price>: there is no such element.',
    ],
    ['It costs {price}.', ', line 13: has a { that would be run as code; write \\{ for a plain one.'],
    [
      "import Price from './Price.astro'\n\nIt costs.",
      ', line 13: has an import or export; take it out, <PullQuote> and <Price> are there without one.',
    ],
    [' ', ': has no text; write it below the second ---.'],
    [
      'See [the other](/blog/no-such-desk#part).',
      ', line 13: leads to /blog/no-such-desk#part, and there is no such post; mend the link.',
    ],
    [
      'See [the house][house].\n\n[house]: /locations/thamel',
      ', line 15: leads to /locations/thamel, and there is no such location; mend the link.',
    ],
    ['# A title', ', line 13: has a heading of rank 1; begin it with ## or ###, the title is the first.'],
    ['### A part', ', line 13: has a ### before any ##; begin it with ##.'],
    ['![](../../src/assets/images/hero-office.jpg)', ', line 13, alt: is ""; write between [ and ] what is seen.'],
    ['![Desk](https://example.com/desk.jpg)', `, line 13, picture: is "https://example.com/desk.jpg"; ${picture}`],
    [
      '![Desk](../../src/assets/images/nowhere.jpg)',
      ', line 13, picture: is "../../src/assets/images/nowhere.jpg"; put the picture there or correct its name: there is no such file.',
    ],
    [
      '![Desk][desk]\n\n[desk]: ../../src/assets/images/hero-office.jpg',
      ', line 13: has a picture without its path; write ![what is seen](../../src/assets/images/name.jpg).',
    ],
    [
      'A day is <Price plan="explorer" location="thamel" period="daily" />.',
      ', line 13, <Price>, location: is "thamel"; write "dhobighat-hub" or "kausimaa" or "jhamsikhel-loft" or "baluwatar-studios".',
    ],
    [
      'A day is <Price plan="explorer" period="daily" />.',
      ', line 13, <Price>, location: is missing; write "dhobighat-hub" or "kausimaa" or "jhamsikhel-loft" or "baluwatar-studios".',
    ],
    [
      'A day is <Price plan="explorer" location="kausimaa" period="monthly" />.',
      ', line 13, <Price>, period: is "monthly"; write "daily": "kausimaa" has no monthly price of "explorer".',
    ],
  ])('%s', (text, sentence) => {
    expect(sentences(post(FIELDS, text))).toEqual([`content/blog/desk.mdx${sentence}`])
  })

  test('fields and text are named together', () => {
    expect(sentences(post(FIELDS.replace('Remote Work', 'Food'), '# A title'))).toHaveLength(2)
  })
})

test.each(['Desk.mdx', 'a desk.mdx', '404.mdx', 'index.mdx'])('%s makes no address', (name) => {
  expect(sentences(post(FIELDS), `content/blog/${name}`)).toEqual([
    `content/blog/${name}: its name becomes its address; write small letters, digits and single hyphens, such as "working-from-kathmandu.mdx", and not "404.mdx" or "index.mdx".`,
  ])
})

test('what is no post does not lie among them', () => {
  expect(sentences(post(FIELDS), 'content/blog/desk.md')).toEqual([
    'content/blog/desk.md: is not a post; name it .mdx or take it out of the folder. Pictures lie in src/assets/images.',
  ])
})
