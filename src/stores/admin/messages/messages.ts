import { atom, computed } from 'nanostores'
import type { listMessages, MessageRow } from '#contract/admin/messages.ts'
import { formatFailure } from '#contract/failure.ts'
import { matchesSearch, toSearchText } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'
import { requireSession } from '../session/session.ts'
import { isNewer } from '../sort-order.ts'

export const messages = createList<typeof listMessages>({
  load: (input) => staffLedger.messages(input),
  filter: { q: 'text', state: ['open', 'done'] },
  idOf: ({ messageId }) => messageId,
  isBefore: (row, other) => isNewer([row.createdAt, row.messageId], [other.createdAt, other.messageId]),
  matches: (row, { q, state }) =>
    (state === '' || state === (row.doneAt === null ? 'open' : 'done')) &&
    matchesSearch(toSearchText(row.name, row.email, row.text), q),
  reloadsSummary: true,
})

/** `failed` is one of the last requests that failed. */
export const $markState = atom<{
  busy: readonly string[]
  failed?: { messageId: string; done: boolean; problem: string }
}>({ busy: [] })

/** Why a message could not be marked; undefined once the list shows it as requested. */
export const $markProblem = computed([$markState, messages.$list], ({ failed }, { rows = [] }) =>
  rows.some(({ messageId, doneAt }) => messageId === failed?.messageId && (doneAt !== null) !== failed.done)
    ? failed?.problem
    : undefined,
)

const findListedMessage = (id: string): MessageRow | undefined =>
  messages.$list.get().rows?.find(({ messageId }) => messageId === id)

export async function markMessage({ messageId }: MessageRow, done: boolean): Promise<void> {
  const { busy, ...previous } = $markState.get()
  if (busy.includes(messageId)) return
  $markState.set({ busy: [...busy, messageId], ...(busy.length > 0 && previous) })
  const before = findListedMessage(messageId)
  const outcome = await requireSession(staffLedger.markMessage(messageId, done))
  const markState = { ...$markState.get(), busy: $markState.get().busy.filter((id) => id !== messageId) }
  const now = findListedMessage(messageId)
  if (!outcome.ok) {
    $markState.set({ ...markState, failed: { messageId, done, problem: formatFailure(outcome.failure) } })
    return messages.reload()
  }
  $markState.set(markState)
  // A message has no version, so an event received during the request may be older or newer than the response.
  if (!now || now === before || now.doneAt === outcome.value.doneAt) messages.receiveRow(outcome.value)
  else await messages.reload()
}

/** Mail programs accept links of about 2,000 characters; a character in Devanagari is nine of them. */
const MAX_BODY_LENGTH = 1_500

export function buildReplyUrl({ email, text, createdAt }: MessageRow): string {
  const quoted = text.split('\n').map((line) => `> ${line}`)
  const body = ['', '', `On ${formatInstant(Date.parse(createdAt))} you wrote:`, ...quoted].join('\r\n')
  return `mailto:${encodeText(email).replace('%40', '@')}?subject=${encodeText('Your message')}&body=${truncateBody(body)}`
}

/** Half of a surrogate pair, which truncation may leave, cannot be encoded. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed())

function truncateBody(body: string): string {
  let length = body.length
  while (encodeText(body.slice(0, length)).length > MAX_BODY_LENGTH) length -= 20
  return encodeText(body.slice(0, length))
}
