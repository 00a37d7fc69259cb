import { checkPasswordConfirmation, confirmCurrentPassword } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { getRequestOrigin } from '#server/staff/sessions.ts'
import * as staff from '#server/staff/sign-in.ts'

export const ALL = resource(
  handleStaff(checkPasswordConfirmation, async () => succeed({})),
  handleStaff(confirmCurrentPassword, ({ app, staff: account, input, ...from }) =>
    staff.confirmPassword(app, account, input.password, getRequestOrigin(app, from)),
  ),
)
