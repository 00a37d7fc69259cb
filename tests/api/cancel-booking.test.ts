import { expect, test } from 'vitest'
import { cancelOwnBooking } from '#contract/own-booking.ts'
import { describeOnEachEngine } from '../support/app.ts'
import { bookingRow, type Placed, placed } from '../support/orders.ts'
import { paidBooking } from '../support/payments.ts'
import { call, rejected, type Sent, withKey } from '../support/requests.ts'

describeOnEachEngine('cancelling an own booking over the API on %s', (app) => {
  const own = ({ bookingId, secret }: Placed): Sent => ({ id: bookingId, secret })
  const stateOf = async ({ bookingId }: Placed) => (await bookingRow(app, bookingId)).state

  test('accepts a request without a body, because an account can follow later', async () => {
    for (const booking of [await placed(app), await paidBooking(app)]) {
      const { body: _, ...sent } = withKey({}, own(booking))
      expect(await call(cancelOwnBooking, sent)).toMatchObject({ status: 'cancelled', refundAccount: null })
    }
  })

  test.each([
    ['a field that is not known', { reason: 'ill' }],
    ['a field of the account that is not known', { refundTo: { account: '1', name: 'Nisha', iban: '2' } }],
    ['a list', []],
    ['a text', 'cancel'],
    ['null', null],
    ['no account number', { refundTo: { bank: 'Nabil Bank', name: 'Nisha' } }],
    ['a refund that is not a whole amount', { expectedRefund: 1.5 }],
  ])('rejects %s, and cancels nothing', async (_, body) => {
    const booking = await paidBooking(app)
    await rejected('invalid', cancelOwnBooking, withKey(body as object, own(booking)))
    expect(await stateOf(booking)).toBe('confirmed')
  })
})
