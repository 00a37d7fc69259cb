import { changeMembership, readMembership } from '#contract/admin/memberships.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { change, readOneMembership } from '#server/memberships/memberships.ts'

export const prerender = false

export const ALL = resource(
  onStaff(readMembership, ({ app, staff, params }) => readOneMembership(app, staff, params.id)),
  onStaff(changeMembership, ({ app, staff, params, input }) => change(app, staff, params.id, input)),
)
