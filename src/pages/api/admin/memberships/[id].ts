import { changeMembership, readMembership } from '#contract/admin/memberships.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { editMembership, loadMembership } from '#server/memberships/list.ts'

export const ALL = resource(
  handleStaff(readMembership, ({ app, staff, params }) => loadMembership(app, staff, params.id)),
  handleStaff(changeMembership, ({ app, staff, params, input }) => editMembership(app, staff, params.id, input)),
)
