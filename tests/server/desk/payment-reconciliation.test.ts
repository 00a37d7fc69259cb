import { beforeEach, expect, test } from 'vitest'
import { setReconciled } from '#server/desk/payment-reconciliation.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { countUnreconciled, readPaymentList } from '#server/payments/list.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR } from '../../support/app.ts'
import { takenAtDesk, takenByCard } from '../../support/desk-payments.ts'
import { granted } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { paidBooking, paymentRow } from '../../support/payments.ts'
import { planOf } from '../../support/query-plan.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('reconciling money of the desk on %s', (app, engine) => {
  let owner: Staff
  let id: string
  beforeEach(async () => {
    owner = await staffMember(app)
    id = await takenByCard(app, await staffMember(app, 'desk'))
  })
  const actions = async () => (await auditEntries(app)).map(({ action }) => action)

  test('records who found it in the account, once however often it is sent', async () => {
    const outcomes = await atOnce(3, () => setReconciled(app, owner, id, true))
    app.clock.advance(HOUR)
    outcomes.push(await setReconciled(app, owner, id, true))
    const reconciledAt = '2026-12-01T04:15:00.000Z'
    expect(outcomes.map(granted)).toEqual(Array(4).fill({ reconciledAt }))
    expect(await paymentRow(app, id)).toMatchObject({ reconciled_at: reconciledAt, reconciled_by: owner.id })
    const { payment, reconciledBy } = granted(await loadPaymentView(app, owner, id))
    expect([payment.reconciledAt, reconciledBy]).toEqual([reconciledAt, expect.any(String)])
    expect(await actions()).toEqual(['booking_confirmed', 'payment_reconciled'])
  })

  test('ends its place in the list and the number of unreconciled payments', async () => {
    await takenAtDesk(app, owner, 'cash')
    await paidBooking(app)
    const list = async () =>
      granted(await readPaymentList(app, owner, { state: 'unreconciled' })).items.map(({ paymentId }) => paymentId)
    const count = async (by = owner) => granted(await loadToday(app, by)).unreconciled
    expect([await list(), await count()]).toEqual([[id], 1])
    expect(await count(await staffMember(app, 'desk'))).toBeNull()
    granted(await setReconciled(app, owner, id, true))
    expect([await list(), await count()]).toEqual([[], 0])
  })

  test.runIf(engine === 'sqlite')('is counted from an index alone', async () => {
    expect(await planOf(app, 'payments', () => countUnreconciled(app.db.read))).toContain(
      'USING COVERING INDEX payments_unreconciled',
    )
  })

  test('is undone with an audit entry', async () => {
    granted(await setReconciled(app, owner, id, true))
    expect(granted(await setReconciled(app, owner, id, false))).toEqual({ reconciledAt: null })
    expect(await paymentRow(app, id)).toMatchObject({ reconciled_at: null, reconciled_by: null })
    expect(await actions()).toEqual(['booking_confirmed', 'payment_reconciled', 'payment_unreconciled'])
  })

  test('is rejected for a payment at the gateway and an unknown one', async () => {
    const { paymentId } = await paidBooking(app)
    await expectNothingStored(app, async () => {
      expect(codeOf(await setReconciled(app, owner, paymentId, true))).toBe('not_decidable')
      expect(codeOf(await setReconciled(app, owner, 'unknown', true))).toBe('not_found')
    })
  })
})
