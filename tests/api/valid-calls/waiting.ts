import { listWaiting, removeWaiting } from '#contract/admin/waiting.ts'
import { confirmWaiting, joinWaitingList, leaveWaitingList, readSeatOffer } from '#contract/waiting.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { dayPass, placed, setCapacity, transitionTo } from '../../support/orders.ts'
import { emailedOffer, waiting, waitingInput, waitingLink } from '../../support/waiting.ts'
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
  validCall(readSeatOffer, async (app) => {
    setCapacity(app, 1)
    const { bookingId } = await placed(app, dayPass())
    await waiting(app, { locationId: 'dhobighat-hub', day: '2026-12-10' })
    await transitionTo(app, bookingId, 'cancelled')
    await offerFreeSeats(app)
    const { id, token } = await emailedOffer(app, 'nisha@example.com')
    return { id, secret: token }
  }),
  validCall(removeWaiting, async (app) => ({ id: await waiting(app) })),
]
