import { endSession } from '#contract/admin/account.ts'
import { endOwnSession } from '#server/account.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(onStaff(endSession, ({ app, staff, params }) => endOwnSession(app, staff, params.id)))
