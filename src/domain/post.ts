import type { IsoDate } from './calendar.ts'

/** Spec §3 "Blog post". */
export const POST_CATEGORIES = [
  'Remote Work',
  'Productivity',
  'Entrepreneurship',
  'Work-Life Balance',
  'Networking',
  'Sustainability',
] as const
export type PostCategory = (typeof POST_CATEGORIES)[number]

/** What the rules need of a post; its file in `content/blog` holds the rest. */
export interface DatedPost {
  title: string
  date: IsoDate
  category: PostCategory
  featured: boolean
}

const WORDS_PER_MINUTE = 200
/** How many posts stand at the head of the list: one large, the others beside it. */
export const FEATURED_PLACES = 3

export const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0

export const readMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))

/** Newest first; by title within a day, so that the order is the same in every build. */
export function byDate(one: DatedPost, other: DatedPost): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1
  return one.title < other.title ? -1 : 1
}

/** The list's two parts, each in the order given: what leads it, and everything else. */
export function leading<Post extends DatedPost>(posts: readonly Post[]): { featured: Post[]; rest: Post[] } {
  const featured = posts.filter((post) => post.featured).slice(0, FEATURED_PLACES)
  const leads = new Set(featured)
  return { featured, rest: posts.filter((post) => !leads.has(post)) }
}

/** How many posts each category has, in the order above; categories without any are left out. */
export function categoryCounts(posts: readonly DatedPost[]): { category: PostCategory; count: number }[] {
  const counts = new Map<PostCategory, number>()
  for (const { category } of posts) counts.set(category, (counts.get(category) ?? 0) + 1)
  return POST_CATEGORIES.flatMap((category) => {
    const count = counts.get(category)
    return count ? [{ category, count }] : []
  })
}
