import { atom, computed } from 'nanostores'
import type { listMessages, MessageRow } from '#contract/admin/messages.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { matchesSearch, toSearchText } from '#domain/booking.ts'
import { formatFailure } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'
import { requireSession } from '../session/session.ts'
import { isNewer } from '../sort-order.ts'

export type MessageFilter = { q: string; state: 'open' | 'done' | '' }

export const messages = createList<MessageRow, MessageFilter, Output<typeof listMessages>>({
  load: (wanted) => staffLedger.messages(wanted as Input<typeof listMessages>),
  filter: { q: 'text', state: ['open', 'done'] },
  idOf: ({ messageId }) => messageId,
  live: {
    isBefore: (row, other) => isNewer([row.createdAt, row.messageId], [other.createdAt, other.messageId]),
    matches: (row, { q, state }) => {
      const text = toSearchText(row.name, row.email, row.text)
      return (state === '' || state === getMessageState(row)) && matchesSearch(text, q)
    },
  },
})

export const getMessageState = ({ doneAt }: MessageRow): 'open' | 'done' => (doneAt === null ? 'open' : 'done')

/** `busy` are those whose mark is on its way; `failed` is one of the last marks that was not answered with success. */
export const $marking = atom<{
  busy: readonly string[]
  failed?: { messageId: string; done: boolean; problem: string }
}>({ busy: [] })

/** Why a message could not be marked; nothing where it is as it was wished, though nobody said so. */
export const $markProblem = computed([$marking, messages.$list], ({ failed }, { rows = [] }) =>
  rows.some(({ messageId, doneAt }) => messageId === failed?.messageId && (doneAt !== null) !== failed.done)
    ? failed?.problem
    : undefined,
)

const findListedMessage = (id: string): MessageRow | undefined =>
  messages.$list.get().rows?.find(({ messageId }) => messageId === id)

/** Done, or open again. */
export async function markMessage({ messageId }: MessageRow, done: boolean): Promise<void> {
  const { busy, ...said } = $marking.get()
  if (busy.includes(messageId)) return
  $marking.set({ busy: [...busy, messageId], ...(busy.length > 0 && said) })
  const before = findListedMessage(messageId)
  const answer = await requireSession(staffLedger.markMessage(messageId, done))
  const marking = { ...$marking.get(), busy: $marking.get().busy.filter((id) => id !== messageId) }
  const now = findListedMessage(messageId)
  if (!answer.ok) {
    $marking.set({ ...marking, failed: { messageId, done, problem: formatFailure(answer.failure) } })
    return messages.read()
  }
  $marking.set(marking)
  // A message has no version: what was heard of it meanwhile may be older than the answer, or newer.
  if (!now || now === before || now.doneAt === answer.value.doneAt) messages.hear(answer.value)
  else await messages.read()
}

/** Mail programs are handed about 2,000 characters and no more; a letter in Devanagari is nine of them. */
const MAX_BODY_LENGTH = 1_500

/** A mail to whoever wrote, with their words quoted. */
export function buildReplyUrl({ email, text, createdAt }: MessageRow, date: (instant: string) => string): string {
  const quoted = text.split('\n').map((line) => `> ${line}`)
  const body = ['', '', `On ${date(createdAt)} you wrote:`, ...quoted].join('\r\n')
  return `mailto:${encodeText(email).replace('%40', '@')}?subject=${encodeText('Your message')}&body=${truncateBody(body)}`
}

/** Half a letter, as a cut may leave it, has no code. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed())

function truncateBody(body: string): string {
  let length = body.length
  while (encodeText(body.slice(0, length)).length > MAX_BODY_LENGTH) length -= 20
  return encodeText(body.slice(0, length))
}
