import { atom } from 'nanostores'
import type { readInvitation } from '#contract/admin/invitations.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatFailure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'

type Invitation = Output<typeof readInvitation>

export type JoinState =
  | { state: 'loading' }
  | { state: 'unavailable'; problem: string }
  | { state: 'open'; invitation: Invitation; busy: boolean; fields: Record<string, string>; problem?: string }
  | { state: 'joined'; invitation: Invitation }

export const $joinState = atom<JoinState>({ state: 'loading' })

/** The secret is in the fragment, which browsers do not send. */
const readToken = (): string => environment().address().hash.slice(1)

const INCOMPLETE_LINK = 'Open the full link from your invitation, or ask for a new one.'

export async function openJoin(): Promise<void> {
  if (readToken() === '') return $joinState.set({ state: 'unavailable', problem: INCOMPLETE_LINK })
  $joinState.set({ state: 'loading' })
  const outcome = await staffLedger.invitation({ token: readToken() })
  $joinState.set(
    outcome.ok
      ? { state: 'open', invitation: outcome.value, busy: false, fields: {} }
      : { state: 'unavailable', problem: formatFailure(outcome.failure) },
  )
}

export async function join(name: string, password: string): Promise<void> {
  const current = $joinState.get()
  if (current.state !== 'open' || current.busy) return
  const open = { state: 'open', invitation: current.invitation, busy: false } as const
  const fields = {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(password === '' && { password: 'Choose a password' }),
  }
  if (Object.keys(fields).length > 0) return $joinState.set({ ...open, fields })
  $joinState.set({ ...open, busy: true, fields })
  const outcome = await staffLedger.join({ token: readToken(), name, password })
  if (outcome.ok) return $joinState.set({ state: 'joined', invitation: current.invitation })
  const { failure } = outcome
  if (failure.code === 'not_found') return $joinState.set({ state: 'unavailable', problem: formatFailure(failure) })
  $joinState.set({ ...open, fields: failure.fields ?? {}, ...(!failure.fields && { problem: formatFailure(failure) }) })
}
