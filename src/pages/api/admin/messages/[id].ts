import { markMessage } from '#contract/admin/messages.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { setMessageStatus } from '#server/messages/list.ts'

export const ALL = resource(
  handleStaff(markMessage, ({ app, staff, params, input }) => setMessageStatus(app, staff, params.id, input)),
)
