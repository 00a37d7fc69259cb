/** Pages that an answer may link to, by the name used in the answer. */
export const ANSWER_PAGES = {
  'Book a Tour': '/booking#tour',
  'Booking page': '/booking',
  Locations: '/locations',
  Pricing: '/pricing',
  Membership: '/membership',
  About: '/about',
  'Contact page': '/contact',
  'Find my booking': '/your-booking',
} as const

export const linkTo = (name: keyof typeof ANSWER_PAGES): string => `[${name}](${ANSWER_PAGES[name]})`
/** Ends an answer about prices or rooms. */
export const BOOK = `To book, open the ${linkTo('Booking page')}.`

export const linkToLocation = ({ id, name }: { id: string; name: string }): string => `[${name}](/locations/${id})`

export type AnswerPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LINK = /\[([^\][]{1,80})\]\(([^()\s]{1,200})\)/g
const OWN_PATH =
  /^\/(booking|locations|pricing|membership|about|contact|your-booking|blog|terms|privacy)(\/[a-z0-9-]+)?(\?plan=[a-z-]+)?(#tour)?$/

export const isOwnPath = (href: string): boolean => OWN_PATH.test(href)

/** `[text](/path)` becomes a link if the path is ours, else its text. */
function parseAnswerParts(answer: string): AnswerPart[] {
  const parts: AnswerPart[] = []
  const addText = (text: string) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.kind === 'text') last.text += text
    else parts.push({ kind: 'text', text })
  }
  let at = 0
  for (const match of answer.matchAll(LINK)) {
    const [whole, text = '', href = ''] = match
    addText(answer.slice(at, match.index))
    if (isOwnPath(href)) parts.push({ kind: 'link', text, href })
    else addText(text)
    at = match.index + whole.length
  }
  // Other Markdown emphasis is dropped.
  addText(answer.slice(at))
  return parts.map((part) => ({ ...part, text: part.text.replaceAll('**', '') }))
}

type AnswerBlock = { kind: 'text' | 'list'; lines: AnswerPart[][] }

/** Lines that start with `-` or `*` become lists. */
export function parseAnswerBlocks(answer: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = []
  for (const line of answer.split('\n')) {
    if (line.trim() === '') continue
    const item = /^\s*[-*•]\s+(.*)$/.exec(line)?.[1]
    const kind = item === undefined ? 'text' : 'list'
    const last = blocks.at(-1)
    const parts = parseAnswerParts(item ?? line)
    if (last?.kind === kind) last.lines.push(parts)
    else blocks.push({ kind, lines: [parts] })
  }
  return blocks
}
