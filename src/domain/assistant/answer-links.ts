/** Where answers may lead, by the name that they lead under. Nothing else becomes a link. */
export const ANSWER_PAGES = {
  'Book a Tour': '/booking',
  'Booking page': '/booking',
  Locations: '/locations',
  Pricing: '/pricing',
  Membership: '/membership',
  About: '/about',
  'Contact page': '/contact',
} as const

export const linkTo = (name: keyof typeof ANSWER_PAGES): string => `[${name}](${ANSWER_PAGES[name]})`
export const linkToLocation = ({ id, name }: { id: string; name: string }): string => `[${name}](/locations/${id})`

/** A piece of an answer as it is shown: plain text, or a link whose address is one of ours. */
export type AnswerPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LINK = /\[([^\][]{1,80})\]\(([^()\s]{1,200})\)/g
const OWN_PATH =
  /^\/(booking|locations|pricing|membership|about|contact|blog|terms|privacy)(\/[a-z0-9-]+)?(\?plan=[a-z-]+)?$/

/** Only paths of the site's own pages: an answer can lead nowhere else, whatever it says. */
export const isOwnPath = (href: string): boolean => OWN_PATH.test(href)

/** An answer in pieces: `[words](/path)` becomes a link where the path is ours, and its words alone where it is not. */
export function parseAnswerParts(answer: string): AnswerPart[] {
  const parts: AnswerPart[] = []
  const say = (text: string) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.kind === 'text') last.text += text
    else parts.push({ kind: 'text', text })
  }
  let at = 0
  for (const match of answer.matchAll(LINK)) {
    const [whole, text = '', href = ''] = match
    say(answer.slice(at, match.index))
    if (isOwnPath(href)) parts.push({ kind: 'link', text, href })
    else say(text)
    at = match.index + whole.length
  }
  // Emphasis of the model's own has no meaning here.
  say(answer.slice(at))
  return parts.map((part) => ({ ...part, text: part.text.replaceAll('**', '') }))
}

/** A run of lines, or of the items of a list. */
export type AnswerBlock = { kind: 'text' | 'list'; lines: AnswerPart[][] }

/** An answer as it is laid out: lines that begin with `-` or `*` stand in lists. */
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
