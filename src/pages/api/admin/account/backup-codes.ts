import { renewBackupCodes } from '#contract/admin/account.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import * as twoFactor from '#server/staff/two-factor.ts'

export const prerender = false

export const ALL = resource(onStaff(renewBackupCodes, ({ app, staff }) => twoFactor.renewBackupCodes(app, staff)))
