import { resetTwoFactor } from '#contract/admin/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as people from '#server/staff/people.ts'

export const ALL = resource(
  handleStaff(resetTwoFactor, ({ app, staff, params }) => people.resetTwoFactor(app, staff, params.id)),
)
