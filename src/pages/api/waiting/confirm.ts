import { confirmWaiting } from '#contract/waiting.ts'
import { handle, resource } from '#server/endpoint.ts'
import { confirmWaitingEntry } from '#server/waiting/entries.ts'

export const ALL = resource(handle(confirmWaiting, ({ app, input }) => confirmWaitingEntry(app, input)))
