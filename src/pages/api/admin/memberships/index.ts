import { listMemberships } from '#contract/admin/memberships.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readMemberships } from '#server/memberships/list.ts'

export const ALL = resource(handleStaff(listMemberships, ({ app, staff, input }) => readMemberships(app, staff, input)))
