import { removeWaiting } from '#contract/admin/waiting.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { removeWaitingByStaff } from '#server/waiting/list.ts'

export const ALL = resource(
  handleStaff(removeWaiting, ({ app, staff, params }) => removeWaitingByStaff(app, staff, params.id)),
)
