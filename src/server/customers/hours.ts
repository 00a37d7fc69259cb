import { type buyRoomHours, HOURS_BEING_PAID, HOURS_NOT_SOLD } from '#contract/buy-hours.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { times } from '#domain/money.ts'
import type { App } from '../app.ts'
import { checkHoursLimit } from '../bookings/hours-limit.ts'
import { openPurchase, readHoursAction } from '../bookings/room-hours.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

/** Opens a purchase of room hours, which waits for its payment. */
export async function buyHours(
  app: App,
  own: OwnBooking,
  { hours, expectedAmount }: Input<typeof buyRoomHours>,
  key: string,
): Promise<Outcome<Output<typeof buyRoomHours>>> {
  const request = toIdempotentRequest(key, ['hours', own.id, hours, expectedAmount])
  const opened = await runCustomerAction(app, own, request, async (db, booking) => {
    const action = await readHoursAction(app, db, booking)
    if (!action) return fail('wrong_state', { message: HOURS_NOT_SOLD })
    const isAllowed = await checkHoursLimit(app, db, booking, hours)
    if (!isAllowed.ok) return isAllowed
    const amount = times(action.pricePerHour, hours)
    if (expectedAmount !== undefined && expectedAmount !== amount) return fail('price_changed', { totalAmount: amount })
    const purchase = { minutes: hours * 60, amount }
    if ((await openPurchase(app, db, booking, purchase)) === undefined)
      return fail('already_done', { message: HOURS_BEING_PAID })
    return succeed({ action: 'room_hours_opened', after: { hours, amount } })
  })
  return opened.ok ? succeed({ booking: opened.value, change: opened.value.change }) : opened
}
