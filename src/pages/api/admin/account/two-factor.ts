import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from '#contract/admin/account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { getRequestOrigin } from '#server/staff/sessions.ts'
import { checkPassword } from '#server/staff/sign-in.ts'
import * as twoFactor from '#server/staff/two-factor.ts'

export const ALL = resource(
  handleStaff(startTwoFactor, ({ app, staff }) => twoFactor.startTwoFactor(app, staff)),
  handleStaff(confirmTwoFactor, ({ app, staff, input }) => twoFactor.confirmTwoFactor(app, staff, input)),
  handleStaff(disableTwoFactor, async ({ app, staff, input, ...from }) => {
    const checked = await checkPassword(app, staff, input.password, getRequestOrigin(app, from))
    return checked.ok ? twoFactor.disableTwoFactor(app, staff) : checked
  }),
)
