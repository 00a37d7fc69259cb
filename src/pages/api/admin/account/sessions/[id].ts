import { endSession } from '#contract/admin/account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { endOwnSession } from '#server/staff/account.ts'

export const ALL = resource(handleStaff(endSession, ({ app, staff, params }) => endOwnSession(app, staff, params.id)))
