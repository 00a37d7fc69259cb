import { listWaiting, removeWaiting } from '#contract/admin/waiting.ts'
import { confirmWaiting, joinWaitingList, leaveWaitingList } from '#contract/waiting.ts'
import { waiting, waitingInput, waitingLink } from '../../support/waiting.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(listWaiting),
  validCall(joinWaitingList, { body: waitingInput() }),
  validCall(confirmWaiting, async (app) => {
    await waiting(app)
    return { body: await waitingLink(app, 'nisha@example.com', 'confirm') }
  }),
  validCall(leaveWaitingList, async (app) => {
    await waiting(app)
    return { body: await waitingLink(app, 'nisha@example.com', 'leave') }
  }),
  validCall(removeWaiting, async (app) => ({ id: await waiting(app) })),
]
