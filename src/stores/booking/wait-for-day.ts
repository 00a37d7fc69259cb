import { atom } from 'nanostores'
import type { Input } from '#contract/endpoint.ts'
import { formatFailure } from '#contract/failure.ts'
import { CONTACT_FORM_MESSAGES } from '#contract/validation-messages.ts'
import { joinWaitingList } from '#contract/waiting.ts'
import { isEmail } from '#domain/contact.ts'
import { call } from '../api.ts'
import { loadDraftSeats } from './seats.ts'

export interface WaitProblem {
  /** Messages by field; empty for a failure of the whole request. */
  fields: { email?: string; phone?: string }
  text?: string
}

/** What the visitor typed; it remains when another day is chosen. Until then, the email is that of the draft. */
export const $waitingContact = atom<{ email?: string; phone?: string }>({})

/** Returns what to correct, or why it failed; undefined once the email is on its way. */
export async function waitForDay(input: Input<typeof joinWaitingList>): Promise<WaitProblem | undefined> {
  if (!isEmail(input.email.trim())) return { fields: { email: CONTACT_FORM_MESSAGES.email } }
  const response = await call(joinWaitingList, input)
  if (response.ok) return undefined
  // A seat has become free: the wizard can book it.
  if (response.failure.code === 'unavailable') await loadDraftSeats()
  const { email, phone } = response.failure.fields ?? {}
  const fields = { ...(email && { email }), ...(phone && { phone }) }
  return { fields, ...(!email && !phone && { text: formatFailure(response.failure) }) }
}
