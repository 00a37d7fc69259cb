import { listMessages } from '#contract/admin/messages.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readMessages } from '#server/messages/list.ts'

export const ALL = resource(handleStaff(listMessages, ({ app, input }) => readMessages(app, input)))
