import { listWaiting } from '#contract/admin/waiting.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readWaitingList } from '#server/waiting/list.ts'

export const ALL = resource(handleStaff(listWaiting, ({ app, input }) => readWaitingList(app, input)))
