import { SESSION_ENDS, type SessionEnd } from '#domain/staff.ts'
import { environment } from '../environment.ts'

/** Where the staff area begins, and its door. */
export const ADMIN = '/admin'
export const LOGIN = '/admin/login'

/** To the door, remembering where one was going, and why one has to go through it again. */
export function goToLogin(ended?: SessionEnd): void {
  const { pathname, search } = environment().address()
  const said = new URLSearchParams({ ...(pathname !== ADMIN && { next: pathname + search }), ...(ended && { ended }) })
  environment().replace(said.size > 0 ? `${LOGIN}?${said}` : LOGIN)
}

/** Why one stands at the door again, as far as the address says it. */
export const endSaid = (address: URL): SessionEnd | undefined =>
  SESSION_ENDS.find((end) => end === address.searchParams.get('ended'))

/** Where the door leads: `?next=` counts only as a place inside the staff area, whatever its spelling. */
export function destination(address: URL): string {
  const next = address.searchParams.get('next') ?? ADMIN
  if (!URL.canParse(next, address.origin)) return ADMIN
  const { origin, pathname, search } = new URL(next, address.origin)
  const inside = pathname === ADMIN || pathname.startsWith(`${ADMIN}/`)
  return origin === address.origin && inside && pathname !== LOGIN ? pathname + search : ADMIN
}
