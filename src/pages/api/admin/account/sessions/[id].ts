import { endSession } from '#contract/admin/account.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { endOwnSession } from '#server/staff/account.ts'

export const prerender = false

export const ALL = resource(onStaff(endSession, ({ app, staff, params }) => endOwnSession(app, staff, params.id)))
