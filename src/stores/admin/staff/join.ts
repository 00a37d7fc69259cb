import { atom } from 'nanostores'
import type { readInvitation } from '#contract/admin/invitations.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatFailure } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'

type Invitation = Output<typeof readInvitation>

/** Somebody with a link at the door. */
export type Joining =
  | { state: 'looking' }
  | { state: 'over'; sentence: string }
  | { state: 'open'; invitation: Invitation; busy: boolean; fields: Record<string, string>; problem?: string }
  | { state: 'joined'; invitation: Invitation }

export const $joining = atom<Joining>({ state: 'looking' })

/** The secret stands behind the `#` of the link: browsers send that part to nobody. */
const readToken = (): string => environment().address().hash.slice(1)

/** The address was typed, or its end was lost on the way. */
const NO_LINK = 'This address lacks its end: open the whole link of your invitation.'

export async function openJoin(): Promise<void> {
  if (readToken() === '') return $joining.set({ state: 'over', sentence: NO_LINK })
  $joining.set({ state: 'looking' })
  const answer = await staffLedger.invitation({ token: readToken() })
  $joining.set(
    answer.ok
      ? { state: 'open', invitation: answer.value, busy: false, fields: {} }
      : { state: 'over', sentence: formatFailure(answer.failure) },
  )
}

export async function join(name: string, password: string): Promise<void> {
  const joining = $joining.get()
  if (joining.state !== 'open' || joining.busy) return
  const open = { state: 'open', invitation: joining.invitation, busy: false } as const
  const fields = {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(password === '' && { password: 'Choose a password' }),
  }
  if (Object.keys(fields).length > 0) return $joining.set({ ...open, fields })
  $joining.set({ ...open, busy: true, fields })
  const answer = await staffLedger.join({ token: readToken(), name, password })
  if (answer.ok) return $joining.set({ state: 'joined', invitation: joining.invitation })
  const { failure } = answer
  if (failure.code === 'not_found') return $joining.set({ state: 'over', sentence: formatFailure(failure) })
  $joining.set({ ...open, fields: failure.fields ?? {}, ...(!failure.fields && { problem: formatFailure(failure) }) })
}
