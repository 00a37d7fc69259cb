import * as z from 'zod'
import { type IsoDate, isoDate } from '#domain/calendar.ts'
import { DESCRIPTION_LENGTH, TITLE_LENGTH } from '#domain/listing.ts'
import { POST_CATEGORIES, readMinutes } from '#domain/post.ts'
import { ContentProblem, readRecord, together } from './list.ts'
import { type PostTools, readPostText } from './post-text.ts'
import { picturePath, slug, words } from './values.ts'

const { least, most } = DESCRIPTION_LENGTH
const excerptMend = `write one sentence of ${least} to ${most} characters`
const dayMend = 'write a day of the calendar as YYYY-MM-DD, such as 2026-09-18'

/** The file name is the id, the file's text the content, and the reading time is computed from that. */
export const postShape = <Picture extends z.ZodType>(picture: Picture) =>
  z.strictObject({
    title: words.max(TITLE_LENGTH, `write at most ${TITLE_LENGTH} characters`),
    /** Also the description in search engines, link previews and the feed. */
    excerpt: words.min(least, excerptMend).max(most, excerptMend),
    author: words,
    date: z
      .string(dayMend)
      .refine((text) => isoDate(text), { error: dayMend, abort: true })
      .transform((text) => text as IsoDate),
    category: z.enum(POST_CATEGORIES),
    image: picture,
    imageAlt: words,
    featured: z.boolean(),
    /** The author is sample data; structured data omits the name. */
    sample: z.boolean(),
  })
/** Names that the blog's own pages have. */
const TAKEN = ['404', 'index']

/** The address of a post, from the file's name; throws a `ContentProblem` where it makes none. */
export function postId(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const id = name.replace(/\.mdx$/, '')
  if (id === name)
    throw new ContentProblem([
      `${file}: is not a post; name it .mdx or take it out of the folder. Pictures lie in src/assets/images.`,
    ])
  if (TAKEN.includes(id) || !slug.safeParse(id).success)
    throw new ContentProblem([
      `${file}: its name becomes its address; write small letters, digits and single hyphens, such as "working-from-kathmandu.mdx", and not ${TAKEN.map((taken) => `"${taken}.mdx"`).join(' or ')}.`,
    ])
  return id
}

/** Checks a whole post; throws one `ContentProblem` with a sentence for everything that is wrong in it. */
export function postReader(tools: PostTools) {
  const shape = postShape(picturePath(tools.hasPicture, '../..'))
  return (file: string, source: string) => {
    const id = postId(file)
    const { frontmatter, content } = fieldsOf(file, source, tools)
    const [, text] = together([() => readRecord(file, frontmatter, shape), () => readPostText(file, content, tools)])
    const counted = { words: text.words, readTime: readMinutes(text.words) }
    return { id, file, fields: frontmatter as z.input<typeof shape>, body: content, ...counted }
  }
}

function fieldsOf(file: string, source: string, { split }: PostTools): ReturnType<PostTools['split']> {
  let read: ReturnType<PostTools['split']>
  try {
    // YAML takes a bare day for an instant, and 30 February for 2 March.
    read = split(source.replace(/^(date:[ \t]*)(\d[\d-]*)[ \t\r]*$/m, '$1"$2"'))
  } catch (problem) {
    const { reason, mark } = problem as { reason?: string; mark?: { line: number } }
    if (!reason || !mark) throw problem
    throw new ContentProblem([
      `${file}, line ${mark.line + 1}: cannot be read (${reason}); write "name: value", and put a value that holds a colon, a quote or a hash between quotes.`,
    ])
  }
  if (!read.rawFrontmatter)
    throw new ContentProblem([`${file}: has no fields; begin the file with them, between two lines of ---.`])
  return read
}
