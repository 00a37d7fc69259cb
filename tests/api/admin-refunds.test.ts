import { expect, test } from 'vitest'
import { listRefunds, requestRefund } from '#contract/admin/refunds.ts'
import { describeOnEachEngine, expectNothingStored, rows } from '../support/app.ts'
import { paidBooking } from '../support/payments.ts'
import { call, rejected, SAME_ORIGIN, withKey } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'
import { owner, setRole } from '../support/staff-accounts.ts'

describeOnEachEngine('refunds on %s', (app) => {
  async function scene() {
    const { paymentId: id } = await paidBooking(app)
    const { headers } = (await owner(app)).sent
    const sent = (over: object = {}) =>
      withKey(
        { channel: 'manual', amount: 950_000, reason: 'Cancelled in time', ...over },
        { id, headers: { ...headers, ...SAME_ORIGIN } },
      )
    return { id, sent, headers }
  }

  test('are recorded once for a repeated key, with their author', async () => {
    const { id, sent, headers } = await scene()
    const request = sent()
    const refund = await call(requestRefund, request)
    expect(await call(requestRefund, request)).toEqual(refund)
    expect(refund).toMatchObject({ paymentId: id, state: 'done', by: STAFF.email, reason: 'Cancelled in time' })
    expect(await call(listRefunds, { id, headers })).toEqual({
      received: 950_000,
      refundable: 0,
      channels: [],
      items: [refund],
    })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test.each([
    [{ amount: 0 }, { amount: 'Send at least 1' }],
    [{ amount: -1 }, { amount: 'Send at least 1' }],
    [{ amount: 1.5 }, { amount: 'Send this as a whole number' }],
    [{ amount: '100' }, { amount: 'Send this as a number' }],
    [{ amount: 1e300 }, { amount: `Send at most ${Number.MAX_SAFE_INTEGER}` }],
    [{ amount: 950_001 }, { amount: 'At most NPR\u00a09,500 can still be refunded' }],
    [{ reason: '  ' }, { reason: 'Enter a reason of at least 3 characters' }],
    [{ reason: undefined }, { reason: 'This field is missing' }],
    [{ channel: 'cheque' }, { channel: 'Send one of: gateway, cash, manual' }],
    [{ expectedCount: -1 }, { expectedCount: 'Send at least 0' }],
    [{ state: 'done' }, { state: 'Unknown field' }],
  ])('are rejected with %j, and the field is named', async (over, fields) => {
    const { sent } = await scene()
    const failure = await expectNothingStored(app, () => rejected('invalid', requestRefund, sent(over)))
    expect(failure).toMatchObject({ fields })
  })

  test('are rejected without a key, through eSewa, and for an amount that was already refunded', async () => {
    const { sent, headers } = await scene()
    await rejected('idempotency_missing', requestRefund, { ...sent(), headers: { ...headers, ...SAME_ORIGIN } })
    await rejected('unsupported_method', requestRefund, sent({ channel: 'gateway' }))
    await call(requestRefund, sent())
    await rejected('not_refundable', requestRefund, sent())
  })

  test('are visible to the front desk, which cannot create them', async () => {
    const { id, sent, headers } = await scene()
    await setRole(app, 'desk')
    await rejected('forbidden', requestRefund, sent())
    expect(await call(listRefunds, { id, headers })).toMatchObject({ refundable: 950_000, items: [] })
  })
})
