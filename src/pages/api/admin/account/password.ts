import { changePassword } from '#contract/admin/account.ts'
import { succeed } from '#contract/failure.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import * as account from '#server/staff/account.ts'
import { originOf, sessionCookie } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(changePassword, async ({ app, staff, input, headers, ...from }) => {
    const changed = await account.changePassword(app, staff, input, originOf(app, from))
    if (!changed.ok) return changed
    headers.append('set-cookie', sessionCookie(app, changed.value))
    return succeed({})
  }),
)
