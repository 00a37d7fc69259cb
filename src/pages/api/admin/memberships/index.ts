import { listMemberships } from '#contract/admin/memberships.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readMemberships } from '#server/memberships/memberships.ts'

export const prerender = false

export const ALL = resource(onStaff(listMemberships, ({ app, staff, input }) => readMemberships(app, staff, input)))
