import { beginTwoFactor, confirmTwoFactor, endTwoFactor } from '#contract/admin/account.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { originOf } from '#server/staff/sessions.ts'
import { checkPassword } from '#server/staff/staff.ts'
import * as twoFactor from '#server/staff/two-factor.ts'

export const prerender = false

export const ALL = resource(
  onStaff(beginTwoFactor, ({ app, staff }) => twoFactor.beginTwoFactor(app, staff)),
  onStaff(confirmTwoFactor, ({ app, staff, input }) => twoFactor.confirmTwoFactor(app, staff, input)),
  onStaff(endTwoFactor, async ({ app, staff, input, ...from }) => {
    const right = await checkPassword(app, staff, input.password, originOf(app, from))
    return right.ok ? twoFactor.endTwoFactor(app, staff) : right
  }),
)
