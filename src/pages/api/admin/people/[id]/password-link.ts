import { linkPassword } from '#contract/admin/people.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const prerender = false

export const ALL = resource(
  onStaff(linkPassword, ({ app, staff, params }) => invitations.linkPassword(app, staff, params.id)),
)
