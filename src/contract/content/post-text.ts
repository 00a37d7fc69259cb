import type { MdastNode, MdxJsxFlowElement, MdxJsxTextElement } from 'satteri'
import * as z from 'zod'
import { LOCATION_IDS } from '#domain/location.ts'
import { BILLINGS, PLAN_IDS } from '#domain/plan.ts'
import { countWords } from '#domain/post.ts'
import type { PriceTable } from '#domain/price.ts'
import { listSoldPeriods, pricesAt } from '#domain/price.ts'
import { ContentError, readAll, readRecord } from './entries.ts'
import { imagePath } from './values.ts'

/** `<Price plan="explorer" location="kausimaa" period="daily" />` in a post: the price as the table has it. */
export const postPriceSchema = z.strictObject({
  plan: z.enum(PLAN_IDS),
  location: z.enum(LOCATION_IDS),
  period: z.enum(['daily', ...BILLINGS]),
})
export type PostPrice = z.output<typeof postPriceSchema>

/** Checks the text of a post; throws one `ContentProblem` with a sentence, and its line, for every mistake. */
export function readPostText(file: string, text: string, tools: PostTools): { words: number } {
  const all = [...walkNodes(parseMarkdown(file, text, tools))]
  let count = 0
  let parted = false
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
              `${where}: has a heading of rank ${node.depth}; begin it with ## or ###, the title is the first`,
            )
          if (node.depth === 3 && !parted) rejectContent(`${where}: has a ### before any ##; begin it with ##`)
          parted ||= node.depth === 2
          return
        case 'link':
        case 'definition':
          return readLink(where, node.url, tools)
        case 'image':
          readRecord(where, { alt: node.alt ?? '', picture: node.url }, imageSchema(tools))
          return
        case 'imageReference':
          return rejectContent(
            `${where}: has a picture without its path; write ![what is seen](../../src/assets/images/name.jpg)`,
          )
        case 'mdxjsEsm':
          return rejectContent(
            `${where}: has an import or export; take it out, <PullQuote> and <Price> are there without one`,
          )
        case 'mdxFlowExpression':
        case 'mdxTextExpression':
          if (!/^\s*\/\*[\s\S]*\*\/\s*$/.test(node.value))
            rejectContent(`${where}: has a { that would be run as code; write \\{ for a plain one`)
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

/** The two kinds of address that are written by an id, and so are easily written wrong. */
function readLink(where: string, url: string, { hasPost }: PostTools): void {
  const [, kind, id = ''] = /^\/(blog|locations)\/([^/?#]+)/.exec(url) ?? []
  const known = kind === 'blog' ? hasPost(id) : LOCATION_IDS.some((location) => location === id)
  if (kind && !known)
    rejectContent(
      `${where}: leads to ${url}, and there is no such ${kind === 'blog' ? 'post' : 'location'}; mend the link`,
    )
}

function parseMarkdown(file: string, text: string, { parse }: PostTools): MdastNode {
  try {
    return parse(text)
  } catch (problem) {
    const [, line, why] = /^(\d+):\d+: ([\s\S]*?)(?: \([\w:-]+\))?$/.exec((problem as Error).message) ?? []
    if (!line) throw problem
    throw new ContentError([
      `${file}, line ${line}: cannot be read (${why}); close every tag, and write \\< and \\{ for a plain < and {.`,
    ])
  }
}

function* walkNodes(node: MdastNode): Generator<MdastNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* walkNodes(child)
}

const imageSchema = ({ hasPicture }: PostTools) =>
  z.strictObject({
    alt: z.string().trim().min(1, 'write between [ and ] what is seen'),
    picture: imagePath(hasPicture, '../..'),
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

function rejectContent(sentence: string): never {
  throw new ContentError([`${sentence}.`])
}

/** What it takes to read a post; Astro and its parser bring the first two. */
export interface PostTools {
  split: (source: string) => { frontmatter: unknown; rawFrontmatter: string; content: string }
  parse: (text: string) => MdastNode
  /** Whether there is a picture at a path seen from the posts' folder. */
  hasPicture: (path: string) => boolean
  /** Whether there is a post of this id. */
  hasPost: (id: string) => boolean
  prices: readonly PriceTable[]
}
