import { describe, expect, test } from 'vitest'
import { listRefunds, requestRefund } from '#contract/admin/refunds.ts'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { setApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { newKey } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { call, OWN, refused } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  async function scene() {
    const { paymentId: id } = await started(app)
    await settle(app, id, { kind: 'paid', amount: paisa(950_000), providerReference: 'R' }, 'lookup')
    const { headers } = (await owner(app)).sent
    const sent = (
      over: Record<string, unknown> = {},
      key: Record<string, string> = { 'idempotency-key': newKey() },
    ) => ({
      id,
      headers: { ...headers, ...OWN, ...key },
      body: { way: 'manual', amount: 950_000, reason: 'Cancelled in time', ...over },
    })
    return { id, sent, headers }
  }

  test('a refund is recorded, listed with who did it, and the same press is the same refund', async () => {
    const { id, sent, headers } = await scene()
    const press = sent()
    const made = await call(requestRefund, press)
    expect(await call(requestRefund, press)).toEqual(made)
    expect(made).toMatchObject({ paymentId: id, state: 'done', by: STAFF.email, reason: 'Cancelled in time' })
    expect(await call(listRefunds, { id, headers })).toEqual({ received: 950_000, left: 0, ways: [], items: [made] })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test.each([
    [{ amount: 0 }, { amount: 'Send at least 1' }],
    [{ amount: -1 }, { amount: 'Send at least 1' }],
    [{ amount: 1.5 }, { amount: 'Send this as a whole number' }],
    [{ amount: '100' }, { amount: 'Send this as a number' }],
    [{ amount: 1e300 }, { amount: `Send at most ${Number.MAX_SAFE_INTEGER}` }],
    [{ amount: 950_001 }, { amount: 'At most NPR\u00a09,500 can still go back' }],
    [{ reason: '  ' }, { reason: 'Send at least 3 characters' }],
    [{ reason: undefined }, { reason: 'This field is missing' }],
    [{ way: 'cash' }, { way: 'Send one of: gateway, manual' }],
    [{ saw: -1 }, { saw: 'Send at least 0' }],
    [{ state: 'done' }, { state: 'This field is not known here' }],
  ])('%j is refused with the field', async (over, fields) => {
    const { sent } = await scene()
    const before = await stored(app)
    expect(await refused('invalid', requestRefund, sent(over))).toMatchObject({ fields })
    expect(await stored(app)).toEqual(before)
  })

  test('without a key, through eSewa, or a second time for the same money: refused', async () => {
    const { sent } = await scene()
    await refused('idempotency_missing', requestRefund, sent({}, {}))
    await refused('unsupported_method', requestRefund, sent({ way: 'gateway' }))
    await call(requestRefund, sent())
    await refused('not_refundable', requestRefund, sent())
  })

  test('desk staff see refunds and make none', async () => {
    const { id, sent, headers } = await scene()
    await app.db.write(async (db) => {
      await db.updateTable('staff').set({ role: 'desk' }).execute()
      return succeed(undefined)
    })
    await refused('forbidden', requestRefund, sent())
    expect(await call(listRefunds, { id, headers })).toMatchObject({ left: 950_000, items: [] })
  })
})
