import { createPasswordLink } from '#contract/admin/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const ALL = resource(
  handleStaff(createPasswordLink, ({ app, staff, params }) => invitations.createPasswordLink(app, staff, params.id)),
)
