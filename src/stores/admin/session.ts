import { atom } from 'nanostores'
import type { StaffSession } from '#contract/admin/session.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { KEEPS_TYPED } from '#domain/staff.ts'
import { environment } from '../environment.ts'
import { goToLogin } from './door.ts'
import { staffLedger } from './ledger.ts'
import { forgetAllTyped, forgetTypedHere, typesHere } from './typed.ts'

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

let callOff = () => {}
/** Logout was pressed, and nobody has said since that the session lives on: the answer may have been lost. */
let isLeaving = false

/** So soon it is asked again who we are where nobody answered: the warning before the end must not be missed. */
const ASK_AGAIN_SECONDS = 15

/**
 * Asks who we are. Without a session the way leads to the door; gives the session where there is one. Whoever is in keeps
 * what stands there, and what is being typed, through a time without an answer.
 */
export async function enter(): Promise<StaffSession | undefined> {
  const answer = await askWho()
  if (!answer.ok) {
    const { failure } = answer
    const session = $session.get()
    if (failure.code === 'unauthorized') return undefined
    if (session.state === 'open') {
      askIn(ASK_AGAIN_SECONDS)
      return session.who
    }
    $session.set({ state: 'unanswered', failure })
    return undefined
  }
  return opened(answer.value) ? answer.value : undefined
}

/** Every staff answer passes here: whoever is no longer signed in goes to the door. */
export async function admitted<Value>(asked: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const answer = await asked
  const { state } = $session.get()
  // Whoever was in knows of an end, also where the browser has thrown the cookie away with the session's time.
  if (!answer.ok && answer.failure.code === 'unauthorized' && state !== 'left') {
    const unsaid = isLeaving ? 'signed_out' : state === 'open' ? 'expired' : undefined
    const ended = answer.failure.ended ?? unsaid
    if (ended && !KEEPS_TYPED.includes(ended)) forgetAllTyped()
    goToLogin(ended)
  }
  return answer
}

/** Whether the session lives; it does not count as use. */
export const askWho = (): Promise<Outcome<StaffSession>> => admitted(staffLedger.session({}))

/** Succeeds once the session is live and the password was entered in the last 15 minutes; asks for it where it was not. */
export const requireRecentPassword = (): Promise<Outcome<unknown>> => admitted(staffLedger.checkProof({}))

/** Counts as use. */
export async function stay(): Promise<Outcome<StaffSession>> {
  const answer = await admitted(staffLedger.stay({}))
  if (answer.ok) opened(answer.value)
  return answer
}

/** Ends the session on the server and goes home. True once the server has agreed, or knew of no session. */
export async function signOut(): Promise<boolean> {
  isLeaving = true
  const answer = await staffLedger.signOut({})
  const out = answer.ok || answer.failure.code === 'unauthorized'
  if (out) leaveHome()
  return out
}

export function leaveHome(): void {
  callOff()
  forgetAllTyped()
  $session.set({ state: 'left' })
  environment().replace('/')
}

/** True where it is who was here before, if anybody was. */
function opened(who: StaffSession): boolean {
  const before = $session.get()
  if (before.state === 'left') return false
  if (before.state === 'open' && before.who.email !== who.email) {
    loadAnew()
    return false
  }
  isLeaving = false
  typesHere(who.email)
  $session.set({ state: 'open', who })
  const soon = who.endsInSeconds <= WARNING_SECONDS
  $endsSoon.set(soon)
  // One second more than the rest: then the server has ended it, unless it was used in another tab.
  const seconds = soon ? who.endsInSeconds + 1 : who.endsInSeconds - WARNING_SECONDS
  askIn(seconds)
  return true
}

function askIn(seconds: number): void {
  callOff()
  callOff = environment().later(() => void enter(), seconds * 1_000)
}

/** Somebody else has signed in to this browser: nothing that stands in this page is theirs to go on with. */
function loadAnew(): void {
  callOff()
  forgetTypedHere()
  $session.set({ state: 'left' })
  const { pathname, search } = environment().address()
  environment().replace(pathname + search)
}
