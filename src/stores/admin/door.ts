import { environment } from '../environment.ts'

/** Where the staff area begins, and its door. */
export const ADMIN = '/admin'
export const LOGIN = '/admin/login'

/** To the door, remembering where one was going. */
export function goToLogin(): void {
  const { pathname, search } = environment().address()
  const next = pathname === ADMIN ? '' : `?next=${encodeURIComponent(pathname + search)}`
  environment().replace(LOGIN + next)
}

/** Where the door leads: `?next=` counts only as a place inside the staff area, whatever its spelling. */
export function destination(address: URL): string {
  const next = address.searchParams.get('next') ?? ADMIN
  if (!URL.canParse(next, address.origin)) return ADMIN
  const { origin, pathname, search } = new URL(next, address.origin)
  const inside = pathname === ADMIN || pathname.startsWith(`${ADMIN}/`)
  return origin === address.origin && inside && pathname !== LOGIN ? pathname + search : ADMIN
}
