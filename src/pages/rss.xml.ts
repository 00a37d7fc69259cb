import { getCollection } from 'astro:content'
import rss from '@astrojs/rss'
import type { APIContext } from 'astro'
import { readSingle } from '#collections.ts'
import { toNoonTimestamp } from '#domain/calendar.ts'
import { BLOG, compareByDate } from '#domain/post.ts'

/** Excerpts with links: a post's tables and prices need the page. */
export async function GET({ site, url }: APIContext): Promise<Response> {
  const brand = await readSingle('brand')
  const posts = (await getCollection('posts')).sort((one, other) => compareByDate(one.data, other.data))
  return rss({
    title: `${brand.name}: ${BLOG.title}`,
    description: BLOG.lead,
    site: new URL('/blog', site ?? url),
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' },
    customData: [
      '<language>en</language>',
      posts[0] ? `<lastBuildDate>${new Date(toNoonTimestamp(posts[0].data.date)).toUTCString()}</lastBuildDate>` : '',
      `<atom:link href="${new URL('/rss.xml', site)}" rel="self" type="application/rss+xml" />`,
    ].join(''),
    items: posts.map(({ id, data }) => ({
      title: data.title,
      link: new URL(`/blog/${id}`, site).href,
      description: data.excerpt,
      pubDate: new Date(toNoonTimestamp(data.date)),
      categories: [data.category],
      // RSS's own author element is an email address.
      customData: data.sample ? '' : `<dc:creator><![CDATA[${data.author}]]></dc:creator>`,
    })),
  })
}
