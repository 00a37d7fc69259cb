import { atom } from 'nanostores'
import type { StaffSession } from '#contract/admin/session.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { DRAFT_PRESERVING_ENDS } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { clearAllDrafts, clearTabDrafts, setDraftOwner } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** `asking` until the server has said who we are; nothing of the staff area is shown before. */
export type Session =
  | { state: 'asking' }
  | { state: 'open'; who: StaffSession }
  | { state: 'unanswered'; failure: Failure }
  /** On the way out: home after signing out, or to this page anew for whoever has signed in meanwhile. */
  | { state: 'left' }

/** People are warned this long before an unused session ends (WCAG 2.2.1). */
const WARNING_SECONDS = 120

export const $session = atom<Session>({ state: 'asking' })
/** Whether the session is about to end for want of use. */
export const $endsSoon = atom(false)

let cancelCheck = () => {}
/** Logout was pressed, and nobody has said since that the session lives on: the answer may have been lost. */
let isSigningOut = false

/** So soon it is asked again who we are where nobody answered: the warning before the end must not be missed. */
const RETRY_SECONDS = 15

/**
 * Asks who we are. Without a session the way leads to the door; gives the session where there is one. Whoever is in keeps
 * what stands there, and what is being typed, through a time without an answer.
 */
export async function openSession(): Promise<StaffSession | undefined> {
  const answer = await loadSession()
  if (!answer.ok) {
    const { failure } = answer
    const session = $session.get()
    if (failure.code === 'unauthorized') return undefined
    if (session.state === 'open') {
      scheduleCheck(RETRY_SECONDS)
      return session.who
    }
    $session.set({ state: 'unanswered', failure })
    return undefined
  }
  return applySession(answer.value) ? answer.value : undefined
}

/** Every staff answer passes here: whoever is no longer signed in goes to the door. */
export async function requireSession<Value>(asked: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const answer = await asked
  const { state } = $session.get()
  // Whoever was in knows of an end, also where the browser has thrown the cookie away with the session's time.
  if (!answer.ok && answer.failure.code === 'unauthorized' && state !== 'left') {
    const unsaid = isSigningOut ? 'signed_out' : state === 'open' ? 'expired' : undefined
    const ended = answer.failure.ended ?? unsaid
    if (ended && !DRAFT_PRESERVING_ENDS.includes(ended)) clearAllDrafts()
    redirectToSignIn(ended)
  }
  return answer
}

/** Whether the session lives; it does not count as use. */
export const loadSession = (): Promise<Outcome<StaffSession>> => requireSession(staffLedger.session({}))

/** Succeeds once the session is live and the password was entered in the last 15 minutes; asks for it where it was not. */
export const requireRecentPassword = (): Promise<Outcome<unknown>> =>
  requireSession(staffLedger.checkRecentPassword({}))

/** Counts as use. */
export async function extendSession(): Promise<Outcome<StaffSession>> {
  const answer = await requireSession(staffLedger.staySignedIn({}))
  if (answer.ok) applySession(answer.value)
  return answer
}

/** Ends the session on the server and goes home. True once the server has agreed, or knew of no session. */
export async function signOut(): Promise<boolean> {
  isSigningOut = true
  const answer = await staffLedger.signOut({})
  const out = answer.ok || answer.failure.code === 'unauthorized'
  if (out) leaveStaffArea()
  return out
}

export function leaveStaffArea(): void {
  cancelCheck()
  clearAllDrafts()
  $session.set({ state: 'left' })
  environment().replace('/')
}

/** True where it is who was here before, if anybody was. */
function applySession(who: StaffSession): boolean {
  const before = $session.get()
  if (before.state === 'left') return false
  if (before.state === 'open' && before.who.email !== who.email) {
    reloadPage()
    return false
  }
  isSigningOut = false
  setDraftOwner(who.email)
  $session.set({ state: 'open', who })
  const soon = who.endsInSeconds <= WARNING_SECONDS
  $endsSoon.set(soon)
  // One second more than the rest: then the server has ended it, unless it was used in another tab.
  const seconds = soon ? who.endsInSeconds + 1 : who.endsInSeconds - WARNING_SECONDS
  scheduleCheck(seconds)
  return true
}

function scheduleCheck(seconds: number): void {
  cancelCheck()
  cancelCheck = environment().later(() => void openSession(), seconds * 1_000)
}

/** Somebody else has signed in to this browser: nothing that stands in this page is theirs to go on with. */
function reloadPage(): void {
  cancelCheck()
  clearTabDrafts()
  $session.set({ state: 'left' })
  const { pathname, search } = environment().address()
  environment().replace(pathname + search)
}
