import { withdrawInvitation } from '#contract/admin/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const ALL = resource(
  handleStaff(withdrawInvitation, ({ app, staff, params }) => invitations.withdrawInvitation(app, staff, params.id)),
)
