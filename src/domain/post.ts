import type { IsoDate } from './calendar.ts'

export const BLOG = {
  title: 'Blog',
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
interface DatedPost {
  title: string
  date: IsoDate
  category: PostCategory
  featured: boolean
}

const WORDS_PER_MINUTE = 200
/** Featured posts at the head of the list (one is large), and newest posts that follow with an image. */
const MAX_FEATURED_POSTS = 3
const MAX_LATEST_POSTS = 12

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

export const estimateReadMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))

/** Newest first; by title within a day, so that the order is the same in every build. */
export function compareByDate(one: DatedPost, other: DatedPost): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1
  return one.title < other.title ? -1 : 1
}

/** Splits the list into featured, newest and title-only posts; each post appears once. */
export function groupPosts<Post extends DatedPost>(posts: readonly Post[]) {
  const featured = posts.filter((post) => post.featured).slice(0, MAX_FEATURED_POSTS)
  const others = posts.filter((post) => !featured.includes(post))
  return { featured, latest: others.slice(0, MAX_LATEST_POSTS), earlier: others.slice(MAX_LATEST_POSTS) }
}

/** Categories without posts are left out. */
export const countByCategory = (posts: readonly DatedPost[]): { category: PostCategory; count: number }[] =>
  POST_CATEGORIES.map((category) => ({
    category,
    count: posts.filter((post) => post.category === category).length,
  })).filter(({ count }) => count > 0)
