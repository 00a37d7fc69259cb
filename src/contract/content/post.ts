import * as z from 'zod'
import { DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#domain/page-metadata.ts'
import { estimateReadMinutes, POST_CATEGORIES } from '#domain/post.ts'
import { ContentError, readAll, readRecord } from './entries.ts'
import { type PostTools, readPostText } from './post-text.ts'
import { imagePath, isoDate, nonEmptyText, slug } from './values.ts'

const { min, max } = DESCRIPTION_LENGTH
const excerptHint = `write one sentence of ${min} to ${max} characters`

/** The file name is the id; the reading time is computed from the text. */
export const postSchema = <Image extends z.ZodType>(imageSchema: Image) =>
  z.strictObject({
    title: nonEmptyText.max(MAX_TITLE_LENGTH, `write at most ${MAX_TITLE_LENGTH} characters`),
    /** Also the description in search engines, link previews and the feed. */
    excerpt: nonEmptyText.min(min, excerptHint).max(max, excerptHint),
    author: nonEmptyText,
    date: isoDate,
    category: z.enum(POST_CATEGORIES),
    image: imageSchema,
    imageAlt: nonEmptyText,
    featured: z.boolean(),
    /** The author is sample data; structured data omits the name. */
    sample: z.boolean(),
  })
/** Addresses of the blog's own pages. */
const RESERVED_IDS = ['404', 'index']

/** Returns the id from the file name. Throws a `ContentError` if the name cannot be an address. */
function getPostId(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const id = name.replace(/\.mdx$/, '')
  if (id === name)
    throw new ContentError([
      `${file}: is not a post; rename it to .mdx or remove it from the folder. Images belong in src/assets/images.`,
    ])
  if (RESERVED_IDS.includes(id) || !slug.safeParse(id).success)
    throw new ContentError([
      `${file}: its name becomes its address; write small letters, digits and single hyphens, such as "working-from-kathmandu.mdx", and not ${RESERVED_IDS.map((taken) => `"${taken}.mdx"`).join(' or ')}.`,
    ])
  return id
}

/** Throws one `ContentError` with a message for every mistake in the post. */
export function createPostReader(tools: PostTools) {
  const schema = postSchema(imagePath(tools.hasImage, '../..'))
  return (file: string, source: string) => {
    const id = getPostId(file)
    const { frontmatter, content } = splitFrontmatter(file, source, tools)
    const [, text] = readAll([() => readRecord(file, frontmatter, schema), () => readPostText(file, content, tools)])
    const counted = { words: text.words, readTime: estimateReadMinutes(text.words) }
    return { id, file, fields: frontmatter as z.input<typeof schema>, body: content, ...counted }
  }
}

function splitFrontmatter(file: string, source: string, { split }: PostTools): ReturnType<PostTools['split']> {
  let read: ReturnType<PostTools['split']>
  try {
    // YAML parses a bare date as an instant, and 30 February as 2 March.
    read = split(source.replace(/^(date:[ \t]*)(\d[\d-]*)[ \t\r]*$/m, '$1"$2"'))
  } catch (problem) {
    const { reason, mark } = problem as { reason?: string; mark?: { line: number } }
    if (!reason || !mark) throw problem
    throw new ContentError([
      `${file}, line ${mark.line + 1}: cannot be read (${reason}); write "name: value", and put a value that holds a colon, a quote or a hash between quotes.`,
    ])
  }
  if (!read.rawFrontmatter)
    throw new ContentError([`${file}: has no fields; start the file with them, between two lines of ---.`])
  return read
}
