import { addGuest, namePeople, removeGuest } from '#contract/admin/booking-detail.ts'
import { addOwnGuest, removeOwnGuest } from '#contract/guests.ts'
import { addOwnGuest as announce } from '#server/customers/guests.ts'
import type { TestApp } from '../../support/app.ts'
import { granted, newKey, order } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { type ValidCall, validCall } from './valid-call.ts'

const guest = { date: '2026-12-11', name: 'Nisha' }

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(addOwnGuest, async (app) => ({ ...(await confirmed(app)), body: guest })),
  validCall(removeOwnGuest, withGuest),
  validCall(namePeople, async (app) => ({ id: (await confirmed(app)).id, body: { people: ['Nisha'] } })),
  validCall(addGuest, async (app) => ({ id: (await confirmed(app)).id, body: guest })),
  validCall(removeGuest, async (app) => {
    const { id, child } = await withGuest(app)
    return { id, child }
  }),
]

/** Its plan includes guest days. */
async function confirmed(app: TestApp) {
  const { bookingId: id, secret } = await paidBooking(app, order({ planId: 'enterprise' }))
  return { id, secret }
}

async function withGuest(app: TestApp) {
  const own = await confirmed(app)
  const { guests } = granted(await announce(app, own, guest, newKey()))
  return { ...own, child: guests?.list[0]?.guestId ?? '' }
}
