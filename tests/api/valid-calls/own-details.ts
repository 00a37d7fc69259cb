import { changeDetails, readBookingCalendar, resendOwnConfirmation } from '#contract/own-details.ts'
import { changePeople } from '#contract/own-people.ts'
import type { TestApp } from '../../support/app.ts'
import { MINUTE } from '../../support/app.ts'
import { paidBooking } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(changeDetails, async (app) => ({ ...(await confirmed(app)), body: { company: 'Sagarmatha Studio' } })),
  validCall(resendOwnConfirmation, async (app) => {
    const sent = await confirmed(app)
    // The confirmation of the payment counts as the last one.
    app.clock.advance(MINUTE)
    return { ...sent, body: {} }
  }),
  validCall(changePeople, async (app) => ({ ...(await confirmed(app)), body: { people: ['Nisha'] } })),
  validCall(readBookingCalendar, confirmed),
]

async function confirmed(app: TestApp): Promise<Sent> {
  const { bookingId, secret } = await paidBooking(app)
  return { id: bookingId, secret }
}
