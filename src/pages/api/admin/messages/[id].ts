import { markMessage } from '#contract/admin/messages.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { mark } from '#server/messages/message-list.ts'

export const prerender = false

export const ALL = resource(onStaff(markMessage, ({ app, staff, params, input }) => mark(app, staff, params.id, input)))
