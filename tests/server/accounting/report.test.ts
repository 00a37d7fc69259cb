import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { formatStaffName } from '#domain/staff.ts'
import { REFUNDS_EXPORT } from '#server/accounting/refunds.ts'
import { loadAccounts } from '#server/accounting/report.ts'
import { exportCsv } from '#server/audit/export-table.ts'
import { payOutRefund } from '#server/payments/cash-payout.ts'
import { settle } from '#server/payments/settlement.ts'
import { loadCashUps } from '#server/till/cash-ups.ts'
import { auditEntries, describeOnEachEngine, execute, HOUR, rows } from '../../support/app.ts'
import { takenAtDesk } from '../../support/desk-payments.ts'
import { dayPass, failureOf, granted, PRICE } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { movedAtHigherPrice, PRICE_DIFFERENCE } from '../../support/price-difference.ts'
import { planOf } from '../../support/query-plan.ts'
import { openRefund } from '../../support/refunds.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const MONTH = { from: '2026-11-17', to: '2026-12-15' }
const EVERYWHERE = { workplaces: null }

type Step = { kind: 'pay'; method: 'esewa' | 'bank_transfer' } | { kind: 'refund'; share: number } | { kind: 'wait' }

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      method: fc.constantFrom('esewa' as const, 'bank_transfer' as const),
    }),
    fc.record({ kind: fc.constant('refund' as const), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
    fc.constant({ kind: 'wait' as const }),
  ),
  { maxLength: 8 },
)

describeOnEachEngine('the accounts on %s', (app, engine) => {
  const read = async (filter: Parameters<typeof loadAccounts>[2] = MONTH) =>
    granted(await loadAccounts(app, EVERYWHERE, filter))

  test('count money on the day of its receipt and of its refund', async () => {
    const { paymentId } = await paidBooking(app)
    app.clock.advance(24 * HOUR)
    granted(await refund(app, await someStaff(app), paymentId, 200_000))
    const dayOf = async (day: string) => (await read({ from: day, to: day })).totals
    expect(await dayOf('2026-12-01')).toEqual({ received: PRICE, refunded: 0 })
    expect(await dayOf('2026-12-02')).toEqual({ received: 0, refunded: 200_000 })
    expect(await dayOf('2026-12-03')).toEqual({ received: 0, refunded: 0 })
    expect(await read()).toMatchObject({
      methods: [{ method: 'esewa', received: PRICE, refunded: 200_000 }],
      plans: [{ planId: 'professional', received: PRICE, refunded: 200_000 }],
      locations: [{ locationId: 'dhobighat-hub', received: PRICE, refunded: 200_000 }],
      months: [{ name: 'Dec 2026', received: PRICE, refunded: 200_000 }],
      bikramMonths: [{ name: 'Mangsir 2083', received: PRICE, refunded: 200_000 }],
    })
  })

  test.runIf(engine === 'sqlite')('find bookings with an open difference among any number of others', async () => {
    expect(await planOf(app, 'bookings', () => read())).toContain('INDEX bookings_underpaid')
  })

  test('count no refund that is still open', async () => {
    await openRefund(app)
    expect((await read()).totals.refunded).toBe(0)
  })

  test('count a different amount as it arrived', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(PRICE - 1_000), 'lookup')
    expect((await read()).totals.received).toBe(PRICE - 1_000)
  })

  test('count a refund from the till as cash, with the name of who paid it out', async () => {
    const desk = await staffMember(app, 'desk')
    const owner = await staffMember(app)
    const paymentId = await takenAtDesk(app, desk, 'counter_qr', 'QR-1')
    const { refundId } = granted(await refund(app, owner, paymentId, 200, { channel: 'cash' }))
    granted(await payOutRefund(app, desk, refundId, { name: 'Nisha Gurung' }))
    expect((await read()).methods).toMatchObject([
      { method: 'cash', received: 0, refunded: 200 },
      { method: 'counter_qr', refunded: 0 },
    ])
    const text = await new Response(granted(await exportCsv(app, owner, REFUNDS_EXPORT, MONTH))).text()
    expect(text).toContain(formatStaffName(desk.name, desk.email))
  })

  test('count cash that staff refunded themselves as a transfer, in the export too, and not in the till', async () => {
    const desk = await staffMember(app, 'desk')
    const owner = await staffMember(app)
    const paymentId = await takenAtDesk(app, desk, 'cash')
    granted(await refund(app, owner, paymentId, 200, { reference: 'OUT-1' }))
    expect((await read()).methods).toMatchObject([
      { method: 'bank_transfer', received: 0, refunded: 200 },
      { method: 'cash', refunded: 0 },
    ])
    const csv = await new Response(granted(await exportCsv(app, owner, REFUNDS_EXPORT, MONTH))).text()
    expect(csv.split('\r\n')[1]).toContain('Cash at the desk,Bank transfer,Manual,2,')
    const [till] = granted(await loadCashUps(app, owner, { location: 'dhobighat-hub', date: '2026-12-01' })).people
    expect(till?.movements.map(({ amount }) => amount)).toEqual([expect.any(Number)])
    const recorded = (await auditEntries(app)).find(({ action }) => action === 'refund_recorded')
    expect(JSON.parse(recorded?.after ?? '')).toMatchObject({ amount: 200, method: 'bank_transfer' })
  })

  test('are those of one location', async () => {
    await paidBooking(app)
    expect((await read({ ...MONTH, location: 'kausimaa' })).totals.received).toBe(0)
    expect((await read({ ...MONTH, location: 'dhobighat-hub' })).totals.received).toBe(PRICE)
  })

  test('have the VAT of bills and of credit notes', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const { paymentId } = await paidBooking(app)
    granted(await refund(app, await someStaff(app), paymentId, PRICE))
    const { sales, returns } = await read()
    expect(sales).toEqual({ gross: PRICE, taxable: 840_708, vat: 109_292 })
    expect(returns).toEqual(sales)
  })

  test('have what is owed after a move to dearer days, and refunds that are due', async () => {
    expect((await read()).owed).toEqual({ toUs: 0, byUs: 0 })
    await movedAtHigherPrice(app, await someStaff(app))
    const { paymentId } = await paidBooking(app)
    await execute(app, (db) =>
      db
        .updateTable('payments')
        .set({ refund_due: paisa(30_000) })
        .where('id', '=', paymentId),
    )
    expect((await read()).owed).toEqual({ toUs: PRICE_DIFFERENCE, byUs: 30_000 })
    expect((await read({ ...MONTH, location: 'kausimaa' })).owed).toEqual({ toUs: 0, byUs: 0 })
  })

  test.each([
    [{ from: 'x', to: '2026-12-15' }, 'from'],
    [{ from: '2026-12-15', to: '2026-12-14' }, 'to'],
  ])('reject the days %j', async (filter, field) => {
    expect(Object.keys(failureOf(await loadAccounts(app, EVERYWHERE, filter)).fields ?? {})).toEqual([field])
  })

  test('equal the payments, refunds and bills after any history, in one range or in two', {
    tags: 'long',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        await app.empty()
        app.env = { ...app.env, bills: 'vat' }
        const by = await someStaff(app)
        const paidIds: string[] = []
        for (const step of steps) {
          app.clock.advance(6 * HOUR)
          if (step.kind === 'pay') paidIds.push((await paidBooking(app, dayPass(), step.method)).paymentId)
          const last = step.kind === 'refund' ? paidIds.at(-1) : undefined
          const payment = (await rows(app.db.read, 'payments')).find(({ id }) => id === last)
          if (step.kind !== 'refund' || !payment || payment.state === 'refunded') continue
          const left = getReceivedAmount(payment) - payment.refunded
          granted(await refund(app, by, payment.id, Math.ceil(left * step.share)))
        }
        const payments = await rows(app.db.read, 'payments')
        const refunds = await rows(app.db.read, 'refunds')
        const ledger = {
          received: payments.reduce((sum, payment) => sum + getReceivedAmount(payment), 0),
          refunded: refunds.reduce((sum, { amount, state }) => sum + (state === 'done' ? amount : 0), 0),
        }
        const { totals, sales, returns } = await read()
        expect(totals).toEqual(ledger)
        expect(ledger.refunded).toBe(payments.reduce((sum, { refunded }) => sum + refunded, 0))
        const bills = (await rows(app.db.read, 'bills')).map((bill) => ({ ...bill, vat: bill.vat ?? 0 }))
        for (const [billed, isReturn] of [
          [sales, false],
          [returns, true],
        ] as const) {
          const counted = bills.filter(({ type }) => (type === 'credit') === isReturn)
          expect(billed.gross).toBe(counted.reduce((sum, { gross }) => sum + gross, 0))
          expect(billed.vat).toBe(counted.reduce((sum, { vat }) => sum + vat, 0))
          expect(billed.taxable + billed.vat).toBe(billed.gross)
        }
        expect(sales.gross - returns.gross).toBe(totals.received - totals.refunded)
        const first = (await read({ from: MONTH.from, to: '2026-12-01' })).totals
        const rest = (await read({ from: '2026-12-02', to: MONTH.to })).totals
        expect(first.received + rest.received).toBe(totals.received)
        expect(first.refunded + rest.refunded).toBe(totals.refunded)
      }),
      { numRuns: 10 },
    )
  })
})
