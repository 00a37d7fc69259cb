/** Generated posts, and an empty Astro project that renders them. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POST_CATEGORIES } from '#domain/post.ts'
import { temporaryFolder } from './cleanup.ts'
import { linkModules } from './project-copy.ts'

const IMAGES = 'networking productivity remote-work startup-ecosystem sustainability work-life-balance'.split(' ')
const WORDS =
  'valley morning desk chair window tea ledger client meeting power router paper season neighbour question table answer walk hour street bridge market rain light'.split(
    ' ',
  )

export function writePosts(project: string, count: number) {
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
export function bareProject() {
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
