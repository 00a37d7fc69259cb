import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { forgetSubscriber } from '#server/messages/newsletter.ts'

export const prerender = false

export const ALL = resource(
  onStaff(removeSubscriber, ({ app, staff, input }) => forgetSubscriber(app, staff, input.email)),
)
