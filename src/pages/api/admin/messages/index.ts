import { listMessages } from '#contract/admin/messages.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readMessages } from '#server/messages/message-list.ts'

export const prerender = false

export const ALL = resource(onStaff(listMessages, ({ app, input }) => readMessages(app, input)))
