import type { MdastNode, MdxJsxFlowElement, MdxJsxTextElement } from 'satteri'
import * as z from 'zod'
import { LOCATION_IDS } from '#domain/location.ts'
import { PERIODS, PLAN_IDS } from '#domain/plan.ts'
import { countWords } from '#domain/post.ts'
import type { PriceTable } from '#domain/price.ts'
import { listSoldPeriods, pricesAt } from '#domain/price.ts'
import { ContentError, readAll, readRecord } from './entries.ts'
import { imagePath } from './values.ts'

/** `<Price plan="explorer" location="kausimaa" period="daily" />` in a post renders the current price. */
const postPriceSchema = z.strictObject({
  plan: z.enum(PLAN_IDS),
  location: z.enum(LOCATION_IDS),
  period: z.enum(PERIODS),
})
export type PostPrice = z.output<typeof postPriceSchema>

/** Checks the text of a post. Throws one `ContentError` with a message and line for every mistake. */
export function readPostText(file: string, text: string, tools: PostTools): { words: number } {
  const all = [...walkNodes(parseMarkdown(file, text, tools))]
  let count = 0
  let hasSection = false
  readAll(
    all.map((node) => () => {
      const where = `${file}, line ${node.position?.start.line ?? 1}`
      switch (node.type) {
        case 'text':
        case 'inlineCode':
        case 'code':
          count += countWords(node.value)
          return
        case 'heading':
          if (node.depth !== 2 && node.depth !== 3)
            rejectContent(
              `${where}: has a heading of level ${node.depth}; start it with ## or ###, because the title is level 1`,
            )
          if (node.depth === 3 && !hasSection) rejectContent(`${where}: has a ### before any ##; start it with ##`)
          hasSection ||= node.depth === 2
          return
        case 'link':
        case 'definition':
          return readLink(where, node.url, tools)
        case 'image':
          readRecord(where, { alt: node.alt ?? '', image: node.url }, imageSchema(tools))
          return
        case 'imageReference':
          return rejectContent(
            `${where}: has an image without its path; write ![description](../../src/assets/images/name.jpg)`,
          )
        case 'mdxjsEsm':
          return rejectContent(`${where}: has an import or export; remove it: <PullQuote> and <Price> work without one`)
        case 'mdxFlowExpression':
        case 'mdxTextExpression':
          if (!/^\s*\/\*[\s\S]*\*\/\s*$/.test(node.value))
            rejectContent(`${where}: has a { that starts code; write \\{ for the character`)
          return
        case 'mdxJsxFlowElement':
        case 'mdxJsxTextElement':
          readElement(where, node, tools)
      }
    }),
  )
  if (count === 0) rejectContent(`${file}: has no text; write it below the second ---`)
  return { words: count }
}

/** Checks links to posts and locations, which are written by id. */
function readLink(where: string, url: string, { hasPost }: PostTools): void {
  const [, kind, id = ''] = /^\/(blog|locations)\/([^/?#]+)/.exec(url) ?? []
  const known = kind === 'blog' ? hasPost(id) : LOCATION_IDS.some((location) => location === id)
  if (kind && !known)
    rejectContent(
      `${where}: links to ${url}, but there is no such ${kind === 'blog' ? 'post' : 'location'}; fix the link`,
    )
}

function parseMarkdown(file: string, text: string, { parse }: PostTools): MdastNode {
  try {
    return parse(text)
  } catch (problem) {
    const [, line, reason] = /^(\d+):\d+: ([\s\S]*?)(?: \([\w:-]+\))?$/.exec((problem as Error).message) ?? []
    if (!line) throw problem
    throw new ContentError([
      `${file}, line ${line}: cannot be read (${reason}); close every tag, and write \\< and \\{ for a plain < and {.`,
    ])
  }
}

function* walkNodes(node: MdastNode): Generator<MdastNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* walkNodes(child)
}

const imageSchema = ({ hasImage }: PostTools) =>
  z.strictObject({
    alt: z.string().trim().min(1, 'describe the image between [ and ]'),
    image: imagePath(hasImage, '../..'),
  })

function readElement(where: string, { name, attributes }: MdxJsxFlowElement | MdxJsxTextElement, tools: PostTools) {
  if (name === 'PullQuote') return
  if (name !== 'Price')
    rejectContent(
      `${where}: has a <${name ?? ''}>; write Markdown, or one of <PullQuote> and <Price>: there is no such element`,
    )
  const given = Object.fromEntries(attributes.map((each) => ['name' in each ? each.name : '…', each.value]))
  const { plan, location, period } = readRecord(`${where}, <Price>`, given, postPriceSchema)
  const sold = listSoldPeriods(pricesAt(tools.prices, location), plan)
  if (!sold.includes(period))
    rejectContent(
      `${where}, <Price>, period: is "${period}"; write ${sold.map((known) => `"${known}"`).join(' or ')}: "${location}" has no ${period} price of "${plan}"`,
    )
}

function rejectContent(message: string): never {
  throw new ContentError([`${message}.`])
}

/** What reading a post needs; Astro and its parser provide the first two. */
export interface PostTools {
  split: (source: string) => { frontmatter: unknown; rawFrontmatter: string; content: string }
  parse: (text: string) => MdastNode
  /** The path is relative to the folder of posts. */
  hasImage: (path: string) => boolean
  hasPost: (id: string) => boolean
  prices: readonly PriceTable[]
}
