import { KEEPS_TYPED, SESSION_ENDS, type SessionEnd } from '#domain/staff.ts'
import { environment } from '../environment.ts'
import { forgetAllTyped, isAnythingTyped } from './typed.ts'

/** Where the staff area begins, and its door. */
export const ADMIN = '/admin'
export const LOGIN = '/admin/login'

/** To the door, remembering where one was going, and why one has to go through it again. */
export function goToLogin(ended?: SessionEnd): void {
  const { pathname, search } = environment().address()
  const next = pathname + search
  const said = new URLSearchParams({ ...(next !== ADMIN && { next }), ...(ended && { ended }) })
  environment().replace(said.size > 0 ? `${LOGIN}?${said}` : LOGIN)
}

/** Why one stands at the door again, as far as the address says it. */
export const endSaid = (address: URL): SessionEnd | undefined =>
  SESSION_ENDS.find((end) => end === address.searchParams.get('ended'))

/** Why one stands at the door, and whether something typed waits for who comes in again. */
export interface AtDoor {
  end: SessionEnd | undefined
  typed: boolean
}

/** Tells it, and again once somebody has left in another tab; gives the way to stop. */
export function standAtDoor(hear: (at: AtDoor) => void): () => void {
  const end = endSaid(environment().address())
  if (end && !KEEPS_TYPED.includes(end)) forgetAllTyped()
  const look = () => hear({ end, typed: isAnythingTyped() })
  look()
  return environment().onStored(look)
}

/** Where the door leads: `?next=` counts only as a place inside the staff area, whatever its spelling. */
export function destination(address: URL): string {
  const next = address.searchParams.get('next') ?? ADMIN
  if (!URL.canParse(next, address.origin)) return ADMIN
  const { origin, pathname, search } = new URL(next, address.origin)
  const inside = pathname === ADMIN || pathname.startsWith(`${ADMIN}/`)
  return origin === address.origin && inside && pathname !== LOGIN ? pathname + search : ADMIN
}
