import { DRAFT_PRESERVING_ENDS, SESSION_END_REASONS, type SessionEndReason } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { clearAllDrafts, hasDrafts } from '../form-drafts.ts'

const ADMIN_PATH = '/admin'
const SIGN_IN_PATH = '/admin/login'

/** Redirects to the sign-in page with the return path and the reason the session ended. */
export function redirectToSignIn(ended?: SessionEndReason): void {
  const { pathname, search } = environment().address()
  const next = pathname + search
  const query = new URLSearchParams({ ...(next !== ADMIN_PATH && { next }), ...(ended && { ended }) })
  environment().replace(query.size > 0 ? `${SIGN_IN_PATH}?${query}` : SIGN_IN_PATH)
}

const readSessionEnd = (address: URL): SessionEndReason | undefined =>
  SESSION_END_REASONS.find((end) => end === address.searchParams.get('ended'))

export interface SignInContext {
  sessionEnd: SessionEndReason | undefined
  hasDrafts: boolean
}

/** Reports the context, and again after a sign-out in another tab. Returns the function that stops. */
export function watchSignInContext(report: (context: SignInContext) => void): () => void {
  const end = readSessionEnd(environment().address())
  if (end && !DRAFT_PRESERVING_ENDS.includes(end)) clearAllDrafts()
  const check = () => report({ sessionEnd: end, hasDrafts: hasDrafts() })
  check()
  return environment().onStored(check)
}

/** The return path; `?next=` counts only within the staff area. */
export function getDestination(address: URL): string {
  const next = address.searchParams.get('next') ?? ADMIN_PATH
  if (!URL.canParse(next, address.origin)) return ADMIN_PATH
  const { origin, pathname, search } = new URL(next, address.origin)
  const isInStaffArea = pathname === ADMIN_PATH || pathname.startsWith(`${ADMIN_PATH}/`)
  return origin === address.origin && isInStaffArea && pathname !== SIGN_IN_PATH ? pathname + search : ADMIN_PATH
}
