import { withdrawInvitation } from '#contract/admin/people.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const prerender = false

export const ALL = resource(
  onStaff(withdrawInvitation, ({ app, staff, params }) => invitations.withdrawInvitation(app, staff, params.id)),
)
