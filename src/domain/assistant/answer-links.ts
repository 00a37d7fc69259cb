import { phoneHref, whatsappHref } from '../contact.ts'

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
/** The last lines of answers, which are shown as buttons. */
export const BOOK = '[Book a workspace](/booking)'
export const BOOK_WITH_ROOM = '[Book a seat and add room hours](/booking)'
export const BOOK_DAY_PASS = '[Book a day pass](/booking?plan=explorer)'
export const ASK_US = '[Contact us](/contact)'

export const linkToLocation = ({ id, name }: { id: string; name: string }): string => `[${name}](/locations/${id})`

export type AnswerPart = { kind: 'text' | 'strong'; text: string } | { kind: 'link'; text: string; href: string }

const LINK = /\[([^\][]{1,80})\]\(([^()\s]{1,200})\)/g
const OWN_PATH =
  /^\/(booking|locations|pricing|membership|about|contact|your-booking|blog|terms|privacy)(\/[a-z0-9-]+)?(\?plan=[a-z-]+)?(#tour)?$/

export const isOwnPath = (href: string): boolean => OWN_PATH.test(href)

/** `[text](/path)`, `**text**` and international phone numbers, with the word before them if it is WhatsApp. */
const MARK = new RegExp(String.raw`${LINK.source}|\*\*([^*]+)\*\*|(WhatsApp:? )?(\+\d[\d ]{6,18}\d)`, 'g')

/** A link becomes its text if the path is not ours; a phone number becomes a link to call or write. */
function parseAnswerParts(answer: string): AnswerPart[] {
  const parts: AnswerPart[] = []
  const addText = (text: string) => {
    const last = parts.at(-1)
    const plainText = text.replaceAll('**', '')
    if (plainText === '') return
    if (last?.kind === 'text') last.text += plainText
    else parts.push({ kind: 'text', text: plainText })
  }
  let at = 0
  for (const match of answer.matchAll(MARK)) {
    const [whole, label = '', href = '', strong, whatsapp = '', phone] = match
    addText(answer.slice(at, match.index))
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (phone !== undefined) {
      addText(whatsapp)
      parts.push({ kind: 'link', text: phone, href: whatsapp ? whatsappHref(phone) : phoneHref(phone) })
    } else if (isOwnPath(href)) parts.push({ kind: 'link', text: label, href })
    else addText(label)
    at = match.index + whole.length
  }
  addText(answer.slice(at))
  return parts
}

type AnswerBlock = { kind: 'text' | 'list' | 'action'; lines: AnswerPart[][] }

/** Lines that start with `-` or `*` become lists, and lines that are one link to our pages become actions. */
export function parseAnswerBlocks(answer: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = []
  for (const line of answer.split('\n')) {
    if (line.trim() === '') continue
    const item = /^\s*[-*•]\s+(.*)$/.exec(line)?.[1]
    const parts = parseAnswerParts(item ?? line)
    const isAction = parts.length === 1 && parts[0]?.kind === 'link' && isOwnPath(parts[0].href)
    const kind = item === undefined ? (isAction ? 'action' : 'text') : 'list'
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(parts)
    else blocks.push({ kind, lines: [parts] })
  }
  return blocks
}
