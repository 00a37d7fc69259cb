import { removeSubscriber } from '#contract/admin/messages.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { deleteSubscriber } from '#server/messages/newsletter.ts'

export const ALL = resource(
  handleStaff(removeSubscriber, ({ app, staff, input }) => deleteSubscriber(app, staff, input.email)),
)
