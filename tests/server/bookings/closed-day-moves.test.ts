import { expect, test } from 'vitest'
import { preview as previewOwn } from '#server/customers/move.ts'
import { preview } from '#server/desk/move.ts'
import { describeOnEachEngine } from '../../support/app.ts'
import { closed } from '../../support/closures.ts'
import { moveOwn, paidAt } from '../../support/moves.ts'
import { dayPass, failureOf, placed } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'

const TARGET = '2026-12-14'
const CLOSED = { code: 'invalid', fields: { startDate: 'Closed on 14 Dec 2026: Udhauli. Choose another day' } }

describeOnEachEngine('a move on %s', (app) => {
  const closeTarget = () => closed(app, { from: TARGET, reason: 'Udhauli' })

  test('by staff is rejected for a closed day, also in its preview', async () => {
    const staff = await someStaff(app)
    const { bookingId } = await placed(app, dayPass())
    await closeTarget()
    expect(failureOf(await preview(app, staff, bookingId, { startDate: TARGET }))).toEqual(CLOSED)
    expect(await rejection(app, () => moveBooking(app, staff, bookingId, TARGET))).toEqual(CLOSED)
  })

  test('by the customer is rejected for a closed day, also in its preview', async () => {
    const booking = await paidAt(app, 50_000, dayPass())
    await closeTarget()
    const own = { id: booking.bookingId, secret: booking.secret }
    expect(failureOf(await previewOwn(app, own, { startDate: TARGET }))).toEqual(CLOSED)
    expect(await rejection(app, () => moveOwn(app, booking, TARGET))).toEqual(CLOSED)
  })
})
