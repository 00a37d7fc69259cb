import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createPostTools } from '#build/post-tools.ts'
import { ContentError } from '#contract/content/entries.ts'
import { createPostReader } from '#contract/content/post.ts'
import { POST_CATEGORIES } from '#domain/post.ts'

const readPost = createPostReader(await createPostTools('.', 'content/blog'))
const posts = readdirSync('content/blog').map((name) => {
  const file = `content/blog/${name}`
  return readPost(file, readFileSync(file, 'utf8'))
})

test('the posts are at least six, with one of each category', () => {
  expect(posts.length).toBeGreaterThanOrEqual(6)
  expect(new Set(posts.map(({ fields }) => fields.category))).toEqual(new Set(POST_CATEGORIES))
})

test('the featured posts are those on remote work and the startup ecosystem', () => {
  const featured = posts.filter(({ fields }) => fields.featured).map(({ fields }) => fields.image)
  expect(featured.sort()).toEqual([
    '../../src/assets/images/blog-remote-work.jpg',
    '../../src/assets/images/blog-startup-ecosystem.jpg',
  ])
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

function messagesOf(source: string, file = 'content/blog/desk.mdx'): readonly string[] {
  try {
    readPost(file, source)
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages
    throw problem
  }
  return []
}

test('readPost accepts a valid post and counts its minutes', () => {
  expect(messagesOf(post(FIELDS))).toEqual([])
  expect(messagesOf(post(FIELDS).replaceAll('\n', '\r\n'))).toEqual([])
  const { id, readTime } = readPost('content/blog/desk.mdx', post(FIELDS, 'one two '.repeat(101)))
  expect({ id, readTime }).toEqual({ id: 'desk', readTime: 2 })
})

const pathFix = 'write the path of an image in src/assets/images, such as "../../src/assets/images/kausimaa-1.jpg".'
const excerpt = 'write one sentence of 50 to 160 characters.'
const day = 'write a date as YYYY-MM-DD, such as 2026-09-18.'
const noFile = 'add the image there or correct the file name: there is no such file.'
const noElement = 'write Markdown, or one of <PullQuote> and <Price>: there is no such element.'
const locations = 'write "dhobighat-hub" or "kausimaa" or "jhamsikhel-loft" or "baluwatar-studios".'
const known = POST_CATEGORIES.map((name) => `"${name}"`).join(' or ')

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
  ['2026-09-18', '2026-09-18T09:00:00Z', `, date: is invalid; ${day}`],
  ['category: Remote Work\n', '', `, category: is missing; write ${known}.`],
  ['Remote Work', 'Remote', `, category: is "Remote"; write ${known}.`],
  [/image: .*\n/, '', ', image: is missing; write a text in quotes.'],
  ['../../src/assets/images/blog', '/blog', `, image: is "/blog-remote-work.jpg"; ${pathFix}`],
  ['../../src', '../src', `, image: is "../src/assets/images/blog-remote-work.jpg"; ${pathFix}`],
  ['blog-remote-work.jpg', 'nowhere.jpg', `, image: is "../../src/assets/images/nowhere.jpg"; ${noFile}`],
  ['imageAlt: A desk at a window\n', '', ', imageAlt: is missing; write a text in quotes.'],
  ['featured: true', 'featured: yes', ', featured: is "yes"; write true or false without quotes.'],
  ['sample: true', 'sample:', ', sample: is empty; write true or false without quotes.'],
  ['author:', 'autor: Me\nauthor:', ': is invalid; remove "autor" or correct the spelling: there is no such field.'],
])('readPost rejects a post with %s replaced by "%s", with the field and the fix', (from, to, message) => {
  expect(messagesOf(post(FIELDS.replace(from, to)))).toEqual([`content/blog/desk.mdx${message}`])
})

test('readPost rejects fields that cannot be parsed', () => {
  expect(messagesOf(post(FIELDS.replace('title: A desk', 'title: A desk: one')))).toEqual([
    'content/blog/desk.mdx, line 2: cannot be read (bad indentation of a mapping entry); write "name: value", and put a value that holds a colon, a quote or a hash between quotes.',
  ])
  expect(messagesOf(TEXT)).toEqual([
    'content/blog/desk.mdx: has no fields; start the file with them, between two lines of ---.',
  ])
})

const broken = 'close every tag, and write \\< and \\{ for a plain < and {.'

test.each([
  [
    'Said:\n\n<PullQuote>Here I get to leave.\n\nMore.',
    `, line 15: cannot be read (Expected a closing tag for \`<PullQuote>\` (15:1) before the end of \`paragraph\`); ${broken}`,
  ],
  [
    'It costs {some',
    `, line 13: cannot be read (Unexpected end of file in expression, expected a corresponding closing brace for \`{\`); ${broken}`,
  ],
  ['<Quote>Here</Quote>', `, line 13: has a <Quote>; ${noElement}`],
  ['A <b>bold</b> word', `, line 13: has a <b>; ${noElement}`],
  ['It costs {price}.', ', line 13: has a { that starts code; write \\{ for the character.'],
  [
    "import Price from './Price.astro'\n\nIt costs.",
    ', line 13: has an import or export; remove it: <PullQuote> and <Price> work without one.',
  ],
  [' ', ': has no text; write it below the second ---.'],
  [
    'See [the other](/blog/no-such-desk#part).',
    ', line 13: links to /blog/no-such-desk#part, but there is no such post; fix the link.',
  ],
  [
    'See [the hub][hub].\n\n[hub]: /locations/thamel',
    ', line 15: links to /locations/thamel, but there is no such location; fix the link.',
  ],
  ['# A title', ', line 13: has a heading of level 1; start it with ## or ###, because the title is level 1.'],
  ['### A part', ', line 13: has a ### before any ##; start it with ##.'],
  ['![](../../src/assets/images/hero-office.jpg)', ', line 13, alt: is ""; describe the image between [ and ].'],
  ['![Desk](https://example.com/desk.jpg)', `, line 13, image: is "https://example.com/desk.jpg"; ${pathFix}`],
  [
    '![Desk](../../src/assets/images/nowhere.jpg)',
    `, line 13, image: is "../../src/assets/images/nowhere.jpg"; ${noFile}`,
  ],
  [
    '![Desk][desk]\n\n[desk]: ../../src/assets/images/hero-office.jpg',
    ', line 13: has an image without its path; write ![description](../../src/assets/images/name.jpg).',
  ],
  [
    'A day is <Price plan="explorer" location="thamel" period="daily" />.',
    `, line 13, <Price>, location: is "thamel"; ${locations}`,
  ],
  ['A day is <Price plan="explorer" period="daily" />.', `, line 13, <Price>, location: is missing; ${locations}`],
  [
    'A day is <Price plan="explorer" location="kausimaa" period="monthly" />.',
    ', line 13, <Price>, period: is "monthly"; write "daily": "kausimaa" has no monthly price of "explorer".',
  ],
])('readPost rejects the text %j, with the line and the fix', (text, message) => {
  expect(messagesOf(post(FIELDS, text))).toEqual([`content/blog/desk.mdx${message}`])
})

test('readPost reports fields and text together', () => {
  expect(messagesOf(post(FIELDS.replace('Remote Work', 'Food'), '# A title'))).toHaveLength(2)
})

test.each(['Desk.mdx', 'a desk.mdx', '404.mdx', 'index.mdx'])('readPost rejects the file name %s', (name) => {
  expect(messagesOf(post(FIELDS), `content/blog/${name}`)).toEqual([
    `content/blog/${name}: its name becomes its address; write small letters, digits and single hyphens, such as "working-from-kathmandu.mdx", and not "404.mdx" or "index.mdx".`,
  ])
})

test('readPost rejects a file that is no .mdx', () => {
  expect(messagesOf(post(FIELDS), 'content/blog/desk.md')).toEqual([
    'content/blog/desk.md: is not a post; rename it to .mdx or remove it from the folder. Images belong in src/assets/images.',
  ])
})
