import { changePerson } from '#contract/admin/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as people from '#server/staff/people.ts'

export const ALL = resource(
  handleStaff(changePerson, ({ app, staff, params, input }) => people.changePerson(app, staff, params.id, input)),
)
