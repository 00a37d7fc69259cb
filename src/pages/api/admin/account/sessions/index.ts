import { endSessions } from '#contract/admin/account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { endOwnSessions } from '#server/staff/account.ts'
import { clearSessionCookie } from '#server/staff/sessions.ts'

export const ALL = resource(
  handleStaff(endSessions, ({ app, staff, headers }) => {
    headers.append('set-cookie', clearSessionCookie(app))
    // Cached pages show customers.
    headers.set('clear-site-data', '"cache"')
    return endOwnSessions(app, staff)
  }),
)
