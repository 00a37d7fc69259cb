import { join, readInvitation } from '#contract/admin/join.ts'
import { on, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'

export const prerender = false

export const ALL = resource(
  on(readInvitation, ({ app, input }) => invitations.lookAtInvitation(app, input.token)),
  on(join, ({ app, input }) => invitations.join(app, input)),
)
