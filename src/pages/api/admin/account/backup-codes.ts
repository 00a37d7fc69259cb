import { regenerateBackupCodes } from '#contract/admin/account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as twoFactor from '#server/staff/two-factor.ts'

export const ALL = resource(
  handleStaff(regenerateBackupCodes, ({ app, staff }) => twoFactor.renewBackupCodes(app, staff)),
)
