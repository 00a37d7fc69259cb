import { atom, computed } from 'nanostores'
import type { StaffSession } from '#contract/admin/session.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { DRAFT_PRESERVING_ENDS, hasRoleAtLeast, type Role } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { clearAllDrafts, clearTabDrafts, setDraftOwner } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

type Session =
  | { state: 'loading' }
  | { state: 'open'; user: StaffSession }
  | { state: 'failed'; failure: Failure }
  /** After a sign-out, or when another account has signed in. */
  | { state: 'closed' }

/** Warning time before an unused session ends (WCAG 2.2.1). */
const WARNING_SECONDS = 120

export const $session = atom<Session>({ state: 'loading' })
/** `desk` until the session has loaded, so that no link disappears. */
export const $role = computed($session, (session): Role => (session.state === 'open' ? session.user.role : 'desk'))
export const isManagerOrAbove = (): boolean => hasRoleAtLeast($role.get(), 'manager')
export const $endsSoon = atom(false)

let cancelCheck = () => {}
/** Whether a sign-out was sent whose response may be lost. */
let isSigningOut = false

const RETRY_SECONDS = 15

/**
 * Loads the session and redirects to sign-in without one. A network failure keeps an open session.
 * `onOpen` runs before React renders the open session.
 */
export async function openSession(onOpen?: (session: StaffSession) => void): Promise<StaffSession | undefined> {
  const outcome = await loadSession()
  if (!outcome.ok) {
    const { failure } = outcome
    const session = $session.get()
    if (failure.code === 'unauthorized') return undefined
    if (session.state === 'open') {
      scheduleCheck(RETRY_SECONDS)
      onOpen?.(session.user)
      return session.user
    }
    $session.set({ state: 'failed', failure })
    return undefined
  }
  if (!applySession(outcome.value)) return undefined
  onOpen?.(outcome.value)
  return outcome.value
}

export async function requireSession<Value>(response: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const outcome = await response
  const { state } = $session.get()
  // An open session that is rejected has ended, even where the browser dropped its cookie.
  if (!outcome.ok && outcome.failure.code === 'unauthorized' && state !== 'closed') {
    const unreportedEnd = isSigningOut ? 'signed_out' : state === 'open' ? 'expired' : undefined
    const ended = outcome.failure.ended ?? unreportedEnd
    if (ended && !DRAFT_PRESERVING_ENDS.includes(ended)) clearAllDrafts()
    redirectToSignIn(ended)
  }
  return outcome
}

/** Does not extend the session. */
export const loadSession = (): Promise<Outcome<StaffSession>> => requireSession(staffLedger.session({}))

/** Prompts for the password unless it was entered in the last 15 minutes. */
export const requireRecentPassword = (): Promise<Outcome<unknown>> =>
  requireSession(staffLedger.checkRecentPassword({}))

export async function extendSession(): Promise<Outcome<StaffSession>> {
  const outcome = await requireSession(staffLedger.staySignedIn({}))
  if (outcome.ok) applySession(outcome.value)
  return outcome
}

/** Ends the session and opens the home page. Resolves to true if the server confirms it or has no session. */
export async function signOut(): Promise<boolean> {
  isSigningOut = true
  const outcome = await staffLedger.signOut({})
  const isSignedOut = outcome.ok || outcome.failure.code === 'unauthorized'
  if (isSignedOut) leaveStaffArea()
  return isSignedOut
}

export function leaveStaffArea(): void {
  cancelCheck()
  clearAllDrafts()
  $session.set({ state: 'closed' })
  environment().replace('/')
}

/** Returns false where the page is left, or belongs to another account. */
function applySession(user: StaffSession): boolean {
  const before = $session.get()
  if (before.state === 'closed') return false
  if (before.state === 'open' && before.user.email !== user.email) {
    cancelCheck()
    clearTabDrafts()
    $session.set({ state: 'closed' })
    const { pathname, search } = environment().address()
    environment().replace(pathname + search)
    return false
  }
  isSigningOut = false
  setDraftOwner(user.email)
  $session.set({ state: 'open', user })
  const isSoon = user.endsInSeconds <= WARNING_SECONDS
  $endsSoon.set(isSoon)
  // The server has ended the session one second after its end.
  const seconds = isSoon ? user.endsInSeconds + 1 : user.endsInSeconds - WARNING_SECONDS
  scheduleCheck(seconds)
  return true
}

function scheduleCheck(seconds: number): void {
  cancelCheck()
  cancelCheck = environment().later(() => void openSession(), seconds * 1_000)
}
