import { endSessions } from '#contract/admin/account.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { endOwnSessions } from '#server/staff/account.ts'
import { noSessionCookie } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(endSessions, ({ app, staff, headers }) => {
    headers.append('set-cookie', noSessionCookie(app))
    // As at logout.
    headers.set('clear-site-data', '"cache"')
    return endOwnSessions(app, staff)
  }),
)
