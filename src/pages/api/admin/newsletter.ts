import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { deleteSubscriber } from '#server/messages/newsletter.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(removeSubscriber, ({ app, staff, input }) => deleteSubscriber(app, staff, input.email)),
)
