import { undoMailing } from '#contract/admin/mailings.ts'
import { withdrawMailing } from '#server/desk/mailings.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(undoMailing, ({ app, staff, params }) => withdrawMailing(app, staff, params.id)),
)
