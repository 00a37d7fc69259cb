import { leaveWaitingList } from '#contract/waiting.ts'
import { handle, resource } from '#server/endpoint.ts'
import { leaveWaiting } from '#server/waiting/entries.ts'

export const ALL = resource(handle(leaveWaitingList, ({ app, input }) => leaveWaiting(app, input)))
