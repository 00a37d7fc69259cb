import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { correct } from '#server/bills/correction.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { insertRefund, reserveRefund } from '#server/payments/refund-effects.ts'
import { describeOnEachEngine, MINUTE } from '../../support/app.ts'
import { auditBills } from '../../support/bill-audit.ts'
import { billsOf } from '../../support/bills.ts'
import { dayPass, newKey } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'

type Step = { kind: 'refund'; share: number } | { kind: 'fail' } | { kind: 'correct' }

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
    fc.constant({ kind: 'fail' as const }),
    fc.constant({ kind: 'correct' as const }),
  ),
  { maxLength: 8 },
)

/** The new bill is for less than its debit note restores, and the next refund is smaller than that. */
const FAILURE_AFTER_CORRECTION: Step[] = [
  { kind: 'refund', share: 0.4 },
  { kind: 'correct' },
  { kind: 'fail' },
  { kind: 'refund', share: 0.1 },
]

describeOnEachEngine('the documents of a booking on %s', (app) => {
  /** Refunds a share of what is left, through a gateway that sends it at once. */
  async function refundShare(paymentId: string, share: number): Promise<string | undefined> {
    const outcome = await app.db.write(async (queries) => {
      const payment = await queries
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
      const left = (payment.received ?? payment.amount) - payment.refunded
      const amount = paisa(Math.ceil(left * share))
      if (amount <= 0 || !(await reserveRefund(queries, payment, amount))) return { ok: true, value: undefined }
      const refund = await insertRefund(app, queries, {
        payment_id: paymentId,
        idempotency_key: newKey(),
        body_hash: '',
        channel: 'gateway',
        state: 'sent',
        amount,
        reason: 'Asked by phone',
      })
      return { ok: true, value: refund?.id }
    })
    return outcome.ok ? outcome.value : undefined
  }

  async function run(steps: readonly Step[]): Promise<{ bookingId: string }> {
    const { bookingId, paymentId } = await paidBooking(app, dayPass())
    const staff = await someStaff(app)
    const done: string[] = []
    for (const step of steps) {
      app.clock.advance(MINUTE)
      if (step.kind === 'refund') {
        const refundId = await refundShare(paymentId, step.share)
        if (refundId === undefined) continue
        await settleRefund(app, refundId, paymentId, { kind: 'done' })
        done.push(refundId)
      }
      const last = step.kind === 'fail' ? done.pop() : undefined
      if (last !== undefined)
        await settleRefund(app, last, paymentId, { kind: 'failed', reason: 'Returned' }, 'webhook')
      if (step.kind === 'correct') {
        const bill = (await billsOf(app, bookingId)).findLast(({ of_number }) => of_number === null)
        const input = { buyerName: 'Himal & Co', pan: '', reason: 'Another buyer' }
        await correct(app, staff, bill?.number ?? '', input, newKey())
      }
    }
    return { bookingId }
  }

  test('sum to what was received and not refunded, with its VAT, after any refunds, failures and corrections', async () => {
    app.env = { ...app.env, bills: 'vat' }
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const { bookingId } = await run(steps)
        const bills = await billsOf(app, bookingId)
        const signOf = (kind: string) => (kind === 'credit' ? -1 : 1)
        const sums = { gross: 0, taxable: 0, vat: 0 }
        for (const { kind, gross, taxable, vat } of bills) {
          sums.gross += signOf(kind) * gross
          sums.taxable += signOf(kind) * (taxable ?? 0)
          sums.vat += signOf(kind) * (vat ?? 0)
        }
        const { net_received, state } = await app.db.read
          .selectFrom('bookings')
          .select(['net_received', 'state'])
          .where('id', '=', bookingId)
          .executeTakeFirstOrThrow()
        expect({ state, left: sums.gross }).toEqual({ state: 'confirmed', left: net_received })
        expect(sums.taxable + sums.vat).toBe(sums.gross)
        if (sums.gross === 0) expect(sums).toEqual({ gross: 0, taxable: 0, vat: 0 })
        expect(await auditBills(app)).toMatchObject({ gaps: [], unbilled: [], twice: 0 })
      }),
      { numRuns: 10, examples: [[FAILURE_AFTER_CORRECTION]] },
    )
  })
})
