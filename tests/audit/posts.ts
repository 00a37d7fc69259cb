/**
 * What a thousand posts cost: this project is built with more and more of them, and so is a bare Astro project with the
 * same posts, turn by turn in the same run.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POST_CATEGORIES } from '#domain/post.ts'
import { type Build, build, copyProject, linkModules } from './copy.ts'
import { atMost, type Figure } from './figure.ts'
import { temporaryFolder } from './leftovers.ts'

/** The most first: what is kept from one build for the next is what that one used. */
const STEPS = [1_000, 500, 250] as const
/** Growth with the square of their number would make a post of the second half twice as dear as one of the first. */
const MOST_GROWTH = 1.5
const MOST_OVER_BARE = 1.5
const TURNS = 3

export interface Taken {
  posts: number
  ours: Build
  bare: Build
}

export async function posts(): Promise<Figure[]> {
  const ours = copyProject()
  const bare = bareProject()
  const folders = [ours, bare]
  const most = Math.max(...STEPS)
  // Pictures are encoded once and kept; what is compared is every build after that.
  for (const folder of folders) writePosts(folder, most)
  const first = { ours: await build(ours), bare: await build(bare) }
  console.log(`${most} posts, pictures encoded: ${said(first.ours)}; bare Astro: ${said(first.bare)}`)
  const taken: Taken[] = []
  for (const count of STEPS) {
    for (const folder of folders) writePosts(folder, count)
    const one = { posts: count, ours: await build(ours), bare: await build(bare) }
    // A machine is never slower by itself: the fastest of some, turn by turn, is what the build takes.
    for (let again = 1; again < TURNS; again++) {
      one.ours = faster(one.ours, await build(ours))
      one.bare = faster(one.bare, await build(bare))
    }
    console.log(`${count} posts: ${said(one.ours)}; bare Astro: ${said(one.bare)}`)
    taken.push(one)
  }
  return judged(taken)
}

const faster = (one: Build, other: Build): Build => (other.seconds < one.seconds ? other : one)

const said = ({ seconds, work, memory }: Build): string =>
  `${seconds.toFixed(1)} s (${work.toFixed(1)} s of the processor), ${Math.round(memory / 2 ** 20)} MB`

export function judged(taken: readonly Taken[]): Figure[] {
  const [many, some, few] = taken
  if (!few || !some || !many) throw new Error('three builds make a line')
  const added = (from: Taken, to: Taken, whose: 'ours' | 'bare') =>
    (to[whose].seconds - from[whose].seconds) / (to.posts - from.posts)
  const growth = added(some, many, 'ours') / added(few, some, 'ours')
  const whole = many.ours.seconds / many.bare.seconds
  const each = added(few, many, 'ours') / added(few, many, 'bare')
  // The rest of the site, its islands and its server, is built as well and is no post: the whole is told, not judged.
  return [
    atMost('growth', growth, MOST_GROWTH, (ratio) => `${ratio.toFixed(2)} × the first half for a post of the second`),
    atMost('build', whole, undefined, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, the whole build`),
    atMost('posts', each, MOST_OVER_BARE, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, what posts add`),
  ]
}

const PICTURES = [
  'networking',
  'productivity',
  'remote-work',
  'startup-ecosystem',
  'sustainability',
  'work-life-balance',
]
const WORDS =
  'valley morning desk chair window tea ledger client meeting power router paper season neighbour question table answer walk hour street bridge market rain light'.split(
    ' ',
  )

/** In the place of the posts there are. */
function writePosts(project: string, count: number): void {
  const folder = join(project, 'content/blog')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (let number = 1; number <= count; number++) writeFileSync(join(folder, `post-${number}.mdx`), post(number))
}

/** About 2.5 kB with five headings; every third uses the components that posts have. */
function post(number: number): string {
  const words = (count: number, from: number) =>
    Array.from(
      { length: count },
      (_, index) => WORDS[(number * 7 + from + index * (1 + (number % 5))) % WORDS.length],
    ).join(' ')
  const day = new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10)
  const part = (_: unknown, index: number) => `## ${words(4, index)}

${words(35, index * 3)}. [${words(2, index)}](/pricing), ${words(20, index * 5)}.

- **${words(2, index)}.** ${words(9, index * 7)}
- ${words(12, index * 11)}
`
  const special = `<PullQuote>${words(8, 1)}.</PullQuote>

A day costs <Price plan="explorer" location="kausimaa" period="daily" />.

| Where | What |
|---|---|
| ${words(2, 3)} | ${words(6, 4)} |
`
  return `---
title: Post number ${number} of the ${words(2, 0)}
excerpt: ${words(12, 2)}, and so on.
author: Sushma Rai
date: ${day}
category: ${POST_CATEGORIES[number % POST_CATEGORIES.length]}
image: ../../src/assets/images/blog-${PICTURES[number % PICTURES.length]}.jpg
imageAlt: A picture of ${words(3, 1)}.
featured: false
sample: true
---

${words(30, 1)}.

${Array.from({ length: 5 }, part).join('\n')}
${number % 3 === 0 ? special : ''}`
}

/** As Astro's own guide begins: one collection, one page for each post with its picture, one list. */
function bareProject(): string {
  const folder = temporaryFolder()
  linkModules(folder)
  cpSync('src/assets/images', join(folder, 'src/assets/images'), { recursive: true })
  for (const [name, text] of Object.entries(BARE)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const BARE = {
  'package.json': '{ "type": "module" }',
  'astro.config.mjs': `import mdx from '@astrojs/mdx'
import { defineConfig } from 'astro/config'
export default defineConfig({ integrations: [mdx()] })`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
const posts = defineCollection({
  loader: glob({ base: './content/blog', pattern: '**/*.mdx' }),
  schema: ({ image }) => z.object({ title: z.string(), excerpt: z.string(), date: z.coerce.date(), image: image(), imageAlt: z.string() }),
})
export const collections = { posts }`,
  'src/layouts/Page.astro': `---
const { title } = Astro.props
---
<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
  <body><main><h1>{title}</h1><slot /></main></body>
</html>`,
  'src/pages/blog/[slug].astro': `---
import { Image } from 'astro:assets'
import { getCollection, render } from 'astro:content'
import Page from '../../layouts/Page.astro'
export const getStaticPaths = async () => (await getCollection('posts')).map((post) => ({ params: { slug: post.id }, props: { post } }))
const { post } = Astro.props
const { Content } = await render(post)
const components = { PullQuote: 'blockquote', Price: 'b' }
---
<Page title={post.data.title}><Image src={post.data.image} alt={post.data.imageAlt} /><Content components={components} /></Page>`,
  'src/pages/index.astro': `---
import { getCollection } from 'astro:content'
import Page from '../layouts/Page.astro'
const posts = await getCollection('posts')
---
<Page title="Posts"><ul>{posts.map(({ id, data }) => <li><a href={\`/blog/\${id}\`}>{data.title}</a> {data.excerpt}</li>)}</ul></Page>`,
}
