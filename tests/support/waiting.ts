import type { Input } from '#contract/endpoint.ts'
import { confirmWaiting, joinWaitingList } from '#contract/waiting.ts'
import type { App } from '#server/app.ts'
import { rows } from './app.ts'
import { call } from './requests.ts'

export type WaitingInput = Input<typeof joinWaitingList>

export const waitingInput = (changes: Partial<WaitingInput> = {}): WaitingInput => ({
  locationId: 'jhamsikhel-loft',
  email: 'nisha@example.com',
  ...changes,
})

/** What the page of an emailed link sends; the newest link is returned. */
export async function waitingLink(app: App, recipient: string, action: 'confirm' | 'leave') {
  const emails = (await rows(app.db.read, 'emails')).filter((email) => email.recipient === recipient)
  const bodies = emails.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map(({ body }) => body)
  const links = bodies.flatMap((body) => [...body.matchAll(new RegExp(`/waiting/${action}#(\\S+)`, 'g'))])
  const link = new URLSearchParams(links.at(-1)?.[1])
  return { entry: link.get('entry') ?? '', token: link.get('token') ?? '' }
}

/** Joins a list and confirms the address. Returns the id of the entry. */
export async function waiting(app: App, changes: Partial<WaitingInput> = {}): Promise<string> {
  const input = waitingInput(changes)
  await call(joinWaitingList, { body: input })
  const link = await waitingLink(app, input.email, 'confirm')
  await call(confirmWaiting, { body: link })
  return link.entry
}

/** The link of the newest offer to an address, as the booking form sends it. */
export async function emailedOffer(app: App, recipient: string): Promise<{ id: string; token: string }> {
  const emails = (await rows(app.db.read, 'emails')).filter((email) => email.recipient === recipient)
  const bodies = emails.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map(({ body }) => body)
  const [id = '', token = ''] =
    /#offer=(\S+)/.exec(bodies.findLast((body) => body.includes('#offer=')) ?? '')?.[1]?.split('.') ?? []
  return { id, token }
}
