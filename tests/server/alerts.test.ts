import { describe, expect, test } from 'vitest'
import { ALERT_RAISED_AGAIN } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { alertsOf, lookedAfter, started } from '../support/payments.ts'
import { deciding, paid } from './deciding.ts'

describe.each(ENGINES)('what staff are to look at, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const { say } = deciding(() => app)
  const looked = async (paymentId: string, alert: PaymentAlert, reason: string) =>
    say(paymentId, await lookedAfter(app, paymentId, alert, reason))
  /** Two payments of one booking, both with money. */
  async function twice() {
    const first = await started(app)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
    for (const { paymentId } of [first, second]) await settle(app, paymentId, paid(), 'lookup')
    return [first.paymentId, second.paymentId] as const
  }

  test('what came twice waits until somebody has looked', async () => {
    const [first, second] = await twice()
    expect(await alertsOf(app, second)).toEqual(['paid_twice'])
    expect(refusalOf(await looked(first, 'paid_twice', 'Nothing here')).code).toBe('not_decidable')
    expect(refusalOf(await looked(second, 'disputed', 'Nothing here')).code).toBe('not_decidable')
    granted(await looked(second, 'paid_twice', 'Kept for the next month'))
    expect(await alertsOf(app, second)).toEqual([])
  })

  test('what came twice and is disputed before anybody has looked waits for both, each with its own reason', async () => {
    const [, second] = await twice()
    await settle(app, second, { kind: 'disputed', reason: 'The payer disputes it' }, 'lookup')
    expect(await readReviewReasons(app, second)).toEqual(['owed', 'paid_twice', 'disputed'])
    granted(await looked(second, 'paid_twice', 'Kept for the next month'))
    expect(await readReviewReasons(app, second)).toEqual(['owed', 'disputed'])
    granted(await looked(second, 'disputed', 'Answered at the bank'))
    expect(await readReviewReasons(app, second)).toEqual(['owed'])
    expect(
      (await rows(app.db.read, 'audit')).map(({ reason, after }) => [JSON.parse(after ?? '{}').seen, reason]),
    ).toEqual([
      ['Paid twice', 'Kept for the next month'],
      ['Disputed by the payer', 'Answered at the bank'],
    ])
  })

  test('what happened again since somebody looked is not looked after; nor what was looked after and happened anew', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(), 'lookup')
    const back = (sum: number) =>
      settle(
        app,
        paymentId,
        { kind: 'refunded', whole: false, refundedAmount: paisa(sum), reason: `${sum} went` },
        'lookup',
      )
    await back(1000)
    const first = await lookedAfter(app, paymentId, 'went_back', 'The 10 rupees are fine')
    expect(granted(await loadPaymentView(app, { workplaces: null }, paymentId)).alerts).toEqual([
      { alert: 'went_back', raised: first.raised },
    ])
    await back(500_000)
    expect(refusalOf(await say(paymentId, { ...first, saw: 'partly_refunded' }))).toMatchObject({
      code: 'changed_meanwhile',
      message: ALERT_RAISED_AGAIN,
      current: { state: 'partly_refunded' },
    })
    expect(await readReviewReasons(app, paymentId)).toEqual(['went_back'])
    granted(await looked(paymentId, 'went_back', 'All 5,000 are fine'))
    expect(refusalOf(await say(paymentId, first)).code).toBe('not_decidable')
    await back(600_000)
    expect(refusalOf(await say(paymentId, first)).code).toBe('changed_meanwhile')
    expect(await readReviewReasons(app, paymentId)).toEqual(['went_back'])
  })
})
