import { changePassword } from '#contract/admin/account.ts'
import { succeed } from '#contract/failure.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as account from '#server/staff/account.ts'
import { buildSessionCookie, getRequestOrigin } from '#server/staff/sessions.ts'

export const ALL = resource(
  handleStaff(changePassword, async ({ app, staff, input, headers, ...from }) => {
    const changed = await account.changePassword(app, staff, input, getRequestOrigin(app, from))
    if (!changed.ok) return changed
    headers.append('set-cookie', buildSessionCookie(app, changed.value))
    return succeed({})
  }),
)
