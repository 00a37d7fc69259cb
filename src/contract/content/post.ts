import * as z from 'zod'
import { type IsoDate, isoDate } from '#domain/calendar.ts'
import { DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#domain/page-metadata.ts'
import { estimateReadMinutes, POST_CATEGORIES } from '#domain/post.ts'
import { ContentError, readAll, readRecord } from './entries.ts'
import { type PostTools, readPostText } from './post-text.ts'
import { imagePath, nonEmptyText, slug } from './values.ts'

const { least, most } = DESCRIPTION_LENGTH
const excerptHint = `write one sentence of ${least} to ${most} characters`
const dateHint = 'write a day of the calendar as YYYY-MM-DD, such as 2026-09-18'

/** The file name is the id, the file's text the content, and the reading time is computed from that. */
export const postSchema = <Picture extends z.ZodType>(picture: Picture) =>
  z.strictObject({
    title: nonEmptyText.max(MAX_TITLE_LENGTH, `write at most ${MAX_TITLE_LENGTH} characters`),
    /** Also the description in search engines, link previews and the feed. */
    excerpt: nonEmptyText.min(least, excerptHint).max(most, excerptHint),
    author: nonEmptyText,
    date: z
      .string(dateHint)
      .refine((text) => isoDate(text), { error: dateHint, abort: true })
      .transform((text) => text as IsoDate),
    category: z.enum(POST_CATEGORIES),
    image: picture,
    imageAlt: nonEmptyText,
    featured: z.boolean(),
    /** The author is sample data; structured data omits the name. */
    sample: z.boolean(),
  })
/** Names that the blog's own pages have. */
const RESERVED_IDS = ['404', 'index']

/** The address of a post, from the file's name; throws a `ContentProblem` where it makes none. */
export function getPostId(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const id = name.replace(/\.mdx$/, '')
  if (id === name)
    throw new ContentError([
      `${file}: is not a post; name it .mdx or take it out of the folder. Pictures lie in src/assets/images.`,
    ])
  if (RESERVED_IDS.includes(id) || !slug.safeParse(id).success)
    throw new ContentError([
      `${file}: its name becomes its address; write small letters, digits and single hyphens, such as "working-from-kathmandu.mdx", and not ${RESERVED_IDS.map((taken) => `"${taken}.mdx"`).join(' or ')}.`,
    ])
  return id
}

/** Checks a whole post; throws one `ContentProblem` with a sentence for everything that is wrong in it. */
export function createPostReader(tools: PostTools) {
  const shape = postSchema(imagePath(tools.hasPicture, '../..'))
  return (file: string, source: string) => {
    const id = getPostId(file)
    const { frontmatter, content } = splitFrontmatter(file, source, tools)
    const [, text] = readAll([() => readRecord(file, frontmatter, shape), () => readPostText(file, content, tools)])
    const counted = { words: text.words, readTime: estimateReadMinutes(text.words) }
    return { id, file, fields: frontmatter as z.input<typeof shape>, body: content, ...counted }
  }
}

function splitFrontmatter(file: string, source: string, { split }: PostTools): ReturnType<PostTools['split']> {
  let read: ReturnType<PostTools['split']>
  try {
    // YAML takes a bare day for an instant, and 30 February for 2 March.
    read = split(source.replace(/^(date:[ \t]*)(\d[\d-]*)[ \t\r]*$/m, '$1"$2"'))
  } catch (problem) {
    const { reason, mark } = problem as { reason?: string; mark?: { line: number } }
    if (!reason || !mark) throw problem
    throw new ContentError([
      `${file}, line ${mark.line + 1}: cannot be read (${reason}); write "name: value", and put a value that holds a colon, a quote or a hash between quotes.`,
    ])
  }
  if (!read.rawFrontmatter)
    throw new ContentError([`${file}: has no fields; begin the file with them, between two lines of ---.`])
  return read
}
