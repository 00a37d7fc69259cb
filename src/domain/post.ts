import type { IsoDate } from './calendar.ts'

/** How the blog is called on its page and in its feed. */
export const BLOG = {
  title: 'Notes from the ledge',
  lead: 'What we learn from working side by side.',
} as const

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
/**
 * How many posts stand at the head of the list, one large and the others beside it, and how many of the newest follow
 * with a picture.
 */
const MAX_FEATURED_POSTS = 3
const MAX_LATEST_POSTS = 12

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

export const estimateReadMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))

/** Newest first; by title within a day, so that the order is the same in every build. */
export function compareByDate(one: DatedPost, other: DatedPost): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1
  return one.title < other.title ? -1 : 1
}

/** The list's parts, each in the order given and each post once: what leads it, the newest, and the rest by title alone. */
export function groupPosts<Post extends DatedPost>(posts: readonly Post[]) {
  const featured = posts.filter((post) => post.featured).slice(0, MAX_FEATURED_POSTS)
  const others = posts.filter((post) => !featured.includes(post))
  return { featured, latest: others.slice(0, MAX_LATEST_POSTS), earlier: others.slice(MAX_LATEST_POSTS) }
}

/** How many posts each category has, in the order above; categories without any are left out. */
export function countByCategory(posts: readonly DatedPost[]): { category: PostCategory; count: number }[] {
  const counts = new Map<PostCategory, number>()
  for (const { category } of posts) counts.set(category, (counts.get(category) ?? 0) + 1)
  return POST_CATEGORIES.flatMap((category) => {
    const count = counts.get(category)
    return count ? [{ category, count }] : []
  })
}
