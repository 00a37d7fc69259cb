import { acceptInvitation, readInvitation } from '#contract/admin/invitations.ts'
import { handle, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const ALL = resource(
  handle(readInvitation, ({ app, input }) => invitations.viewInvitation(app, input.token)),
  handle(acceptInvitation, ({ app, input }) => invitations.join(app, input)),
)
