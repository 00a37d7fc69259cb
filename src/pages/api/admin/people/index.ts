import { invite, listPeople } from '#contract/admin/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as invitations from '#server/staff/invitations.ts'
import { readPeople } from '#server/staff/people.ts'

export const ALL = resource(
  handleStaff(listPeople, ({ app, staff }) => readPeople(app, staff)),
  handleStaff(invite, ({ app, staff, input }) => invitations.invite(app, staff, input)),
)
