/** Compares the build time of up to 1,000 posts with that of an empty Astro project with the same posts. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POST_CATEGORIES } from '#domain/post.ts'
import { temporaryFolder } from './cleanup.ts'
import { atMost } from './measurement.ts'
import { type Build, build, copyProject, linkModules } from './project-copy.ts'

/** Descending, because a build keeps the cached files that the previous build used. */
const STEPS = [1_000, 500, 250] as const
/** Quadratic growth would double the cost of a post in the second half. */
const MAX_GROWTH = 1.5
const MAX_OVER_BARE = 1.5
const TURNS = 3

interface Comparison {
  posts: number
  ours: Build
  bare: Build
}

export async function posts() {
  const folders = { ours: copyProject(), bare: bareProject() }
  const buildBoth = async () => ({ ours: await build(folders.ours), bare: await build(folders.bare) })
  const log = (title: string, { ours, bare }: Pick<Comparison, 'ours' | 'bare'>) =>
    console.log(`${title}: ${format(ours)}; bare Astro: ${format(bare)}`)
  const writeAll = (count: number) => {
    for (const folder of Object.values(folders)) writePosts(folder, count)
  }
  // Images are encoded once; the builds that follow use the cache.
  writeAll(STEPS[0])
  log(`${STEPS[0]} posts, images encoded`, await buildBoth())
  const comparisons: Comparison[] = []
  for (const count of STEPS) {
    writeAll(count)
    const builds = []
    for (let turn = 0; turn < TURNS; turn++) builds.push(await buildBoth())
    const comparison = {
      posts: count,
      ours: findFastest(builds.map(({ ours }) => ours)),
      bare: findFastest(builds.map(({ bare }) => bare)),
    }
    log(`${count} posts`, comparison)
    comparisons.push(comparison)
  }
  return comparePosts(comparisons)
}

/** The fastest of several alternating builds is the least disturbed one. */
const findFastest = (builds: readonly Build[]) => builds.toSorted((a, b) => a.seconds - b.seconds)[0] as Build

const format = ({ seconds, work, memory }: Build) =>
  `${seconds.toFixed(1)} s (${work.toFixed(1)} s of the processor), ${Math.round(memory / 2 ** 20)} MB`

export function comparePosts([many, some, few]: readonly Comparison[]) {
  if (!few || !some || !many) throw new Error('three comparisons are needed')
  const added = (from: Comparison, to: Comparison, whose: 'ours' | 'bare') =>
    (to[whose].seconds - from[whose].seconds) / (to.posts - from.posts)
  const growth = added(some, many, 'ours') / added(few, some, 'ours')
  const whole = many.ours.seconds / many.bare.seconds
  const each = added(few, many, 'ours') / added(few, many, 'bare')
  // The whole build includes the rest of the site, so it is printed without a limit.
  return [
    atMost('growth', growth, MAX_GROWTH, (ratio) => `${ratio.toFixed(2)} × the first half for a post of the second`),
    atMost('build', whole, undefined, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, the whole build`),
    atMost('posts', each, MAX_OVER_BARE, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, what posts add`),
  ]
}

const IMAGES = 'networking productivity remote-work startup-ecosystem sustainability work-life-balance'.split(' ')
const WORDS =
  'valley morning desk chair window tea ledger client meeting power router paper season neighbour question table answer walk hour street bridge market rain light'.split(
    ' ',
  )

function writePosts(project: string, count: number) {
  const folder = join(project, 'content/blog')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (let number = 1; number <= count; number++) writeFileSync(join(folder, `post-${number}.mdx`), post(number))
}

/** About 2.5 kB with five headings; every third post uses components. */
function post(number: number) {
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
image: ../../src/assets/images/blog-${IMAGES[number % IMAGES.length]}.jpg
imageAlt: A picture of ${words(3, 1)}.
featured: false
sample: true
---

${words(30, 1)}.

${Array.from({ length: 5 }, part).join('\n')}
${number % 3 === 0 ? special : ''}`
}

/** Follows Astro's guide: one collection, one page per post with its image, one list. */
function bareProject() {
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
