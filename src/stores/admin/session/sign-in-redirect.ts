import { DRAFT_PRESERVING_ENDS, SESSION_END_REASONS, type SessionEndReason } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { clearAllDrafts, hasDrafts } from '../form-drafts.ts'

/** Where the staff area begins, and its door. */
export const ADMIN_PATH = '/admin'
export const SIGN_IN_PATH = '/admin/login'

/** To the door, remembering where one was going, and why one has to go through it again. */
export function redirectToSignIn(ended?: SessionEndReason): void {
  const { pathname, search } = environment().address()
  const next = pathname + search
  const said = new URLSearchParams({ ...(next !== ADMIN_PATH && { next }), ...(ended && { ended }) })
  environment().replace(said.size > 0 ? `${SIGN_IN_PATH}?${said}` : SIGN_IN_PATH)
}

/** Why one stands at the door again, as far as the address says it. */
export const readSessionEnd = (address: URL): SessionEndReason | undefined =>
  SESSION_END_REASONS.find((end) => end === address.searchParams.get('ended'))

/** Why one stands at the door, and whether something typed waits for who comes in again. */
export interface SignInContext {
  sessionEnd: SessionEndReason | undefined
  hasDrafts: boolean
}

/** Tells it, and again once somebody has left in another tab; gives the way to stop. */
export function watchSignInContext(hear: (at: SignInContext) => void): () => void {
  const end = readSessionEnd(environment().address())
  if (end && !DRAFT_PRESERVING_ENDS.includes(end)) clearAllDrafts()
  const look = () => hear({ sessionEnd: end, hasDrafts: hasDrafts() })
  look()
  return environment().onStored(look)
}

/** Where the door leads: `?next=` counts only as a place inside the staff area, whatever its spelling. */
export function getDestination(address: URL): string {
  const next = address.searchParams.get('next') ?? ADMIN_PATH
  if (!URL.canParse(next, address.origin)) return ADMIN_PATH
  const { origin, pathname, search } = new URL(next, address.origin)
  const inside = pathname === ADMIN_PATH || pathname.startsWith(`${ADMIN_PATH}/`)
  return origin === address.origin && inside && pathname !== SIGN_IN_PATH ? pathname + search : ADMIN_PATH
}
