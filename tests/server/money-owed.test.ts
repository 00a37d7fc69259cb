import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { getBrand } from '#server/catalogue.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { decide } from '#server/payments/decisions.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'
import { remindStaff } from '#server/payments/reminders.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, refusalOf } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { RefundingGateway } from '../support/refunds.ts'

const PRICE = 950_000
const reason = 'Asked by phone'

describe.each(ENGINES)('money that is owed, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function cancelled(method: 'esewa' | 'bank_transfer' = 'esewa'): Promise<{ paymentId: string; by: Staff }> {
    const { paymentId, bookingId } = await started(app, order(), method)
    const report = { kind: 'paid', amount: paisa(PRICE), providerReference: crypto.randomUUID() } as const
    await settle(app, paymentId, report, method === 'esewa' ? 'lookup' : 'staff')
    const by = await someStaff(app)
    const { version } = await bookingRow(app, bookingId)
    granted(await cancel(app, by, bookingId, { version, reason }))
    return { paymentId, by }
  }
  /** What waits, and how much of it is owed; the dashboard says the same. */
  async function waiting(workplaces: Staff['workplaces'] = null) {
    const { items } = granted(await readReviewQueue(app, { workplaces }))
    const owed = items.filter(({ waits }) => waits.includes('owed'))
    expect(granted(await loadToday(app, { role: 'manager', workplaces })).waiting.owed).toBe(owed.length)
    return items.map(({ waits, payment }) => [...waits, payment.owed])
  }
  const sendBack = (paymentId: string, by: Staff, amount: number, way: 'manual' | 'gateway' = 'manual') =>
    createRefund(app, paymentId, { way, amount, reason }, by, newKey())

  test('waits from the cancellation on until all of it has gone, by hand', async () => {
    const { paymentId, by } = await cancelled()
    expect(await waiting()).toEqual([['owed', PRICE]])
    expect(await waiting(['kausimaa'])).toEqual([])
    granted(await sendBack(paymentId, by, 50_000))
    expect(await waiting()).toEqual([['owed', PRICE - 50_000]])
    // The rule is that of the day on which it was cancelled.
    app.clock.advance(60 * 24 * HOUR)
    expect(await waiting()).toEqual([['owed', PRICE - 50_000]])
    granted(await sendBack(paymentId, by, PRICE - 50_000))
    expect(await waiting()).toEqual([])
  })

  test('does not wait while the gateway sends it, and waits again where that did not go', async () => {
    const { paymentId, by } = await cancelled()
    const gateway = new RefundingGateway().openIn(app)
    gateway.fate = () => 'refuses'
    expect(granted(await sendBack(paymentId, by, PRICE, 'gateway')).state).toBe('failed')
    expect(await waiting()).toEqual([['refund_failed', 'owed', PRICE]])
    gateway.fate = () => 'answers'
    expect(granted(await sendBack(paymentId, by, PRICE, 'gateway')).state).toBe('done')
    expect(await waiting()).toEqual([])
  })

  test('is no longer owed when it went back at the gateway without us', async () => {
    const { paymentId } = await cancelled()
    await settle(
      app,
      paymentId,
      { kind: 'refunded', whole: true, refundedAmount: paisa(PRICE), reason: 'went' },
      'lookup',
    )
    expect(await waiting()).toEqual([['went_back', 0]])
  })

  test.each([
    ['names another payment', async (_: string) => ({ kind: 'mismatch', reason: 'names another payment' }) as const],
    [
      'has paid another booking',
      async (reference: string) => {
        const paid = { kind: 'paid', amount: paisa(PRICE), providerReference: reference } as const
        const other = await started(app, order({ startDate: '2027-03-10' }))
        await settle(app, other.paymentId, paid, 'lookup')
        return paid
      },
    ],
  ] as const)('of a transaction that %s nothing is promised, owed or sent back', async (_, report) => {
    const { paymentId, bookingId } = await started(app)
    await settle(app, paymentId, await report('R1'), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch', received: null })
    const by = await someStaff(app)
    const { version } = await bookingRow(app, bookingId)
    const { cancellation } = granted(await cancel(app, by, bookingId, { version, reason }))
    expect(cancellation).toMatchObject({ refund: 0, kept: 0 })
    expect(await waiting()).toEqual([['mismatch', 0]])
    expect(granted(await readRefunds(app, by, paymentId))).toMatchObject({ received: 0, left: 0, ways: [] })
    expect(refusalOf(await sendBack(paymentId, by, 500)).code).toBe('not_refundable')
    granted(await decide(app, by, paymentId, { decision: 'reject', reason: 'No money came' }))
    expect(await waiting()).toEqual([])
    const written = (await rows(app.db.read, 'mails')).map(({ subject, body }) => `${subject} ${body}`)
    expect(written.filter((mail) => /cancelled/.test(mail))).toHaveLength(1)
    expect(written.filter((mail) => /back to you|Refund of/.test(mail))).toEqual([])
  })

  test('what staff then find to have come is sent back all the same', async () => {
    const { paymentId, bookingId } = await started(app)
    await settle(app, paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
    const by = await someStaff(app)
    const { version } = await bookingRow(app, bookingId)
    granted(await cancel(app, by, bookingId, { version, reason }))
    const found = { decision: 'confirm', amount: 700_000, transactionId: 'RF1', withoutPlace: true } as const
    granted(await decide(app, by, paymentId, found))
    expect(await waiting()).toEqual([['after_cancel', 0]])
    expect(refusalOf(await sendBack(paymentId, by, 700_001)).code).toBe('invalid')
    granted(await sendBack(paymentId, by, 700_000))
    expect(await waiting()).toEqual([])
  })

  test('a promise stands while a refund is on its way, which may fail; what failed waits until all has gone', async () => {
    const { paymentId, by } = await cancelled()
    new RefundingGateway().openIn(app).fate = () => 'unreachable'
    const { refundId } = granted(await sendBack(paymentId, by, 400_000, 'gateway'))
    expect(granted(await readRefunds(app, by, paymentId)).ways).toEqual(['manual'])
    const said = { decision: 'keep', reason: 'The rest is a credit' } as const
    expect(refusalOf(await decide(app, by, paymentId, said))).toMatchObject({
      code: 'in_flight',
      message: expect.stringContaining('on its way'),
    })
    await settleRefund(app, refundId, paymentId, { kind: 'failed', reason: 'The wallet is closed' })
    expect(await waiting()).toEqual([['refund_failed', 'owed', PRICE]])
    granted(await sendBack(paymentId, by, 500))
    expect(await waiting()).toEqual([['refund_failed', 'owed', PRICE - 500]])
    granted(await decide(app, by, paymentId, said))
    expect(await waiting()).toEqual([['refund_failed', 0]])
    granted(await sendBack(paymentId, by, PRICE - 500))
    expect(await waiting()).toEqual([])
  })

  test('staff say why nothing goes back: on record and to the customer, once, and only where something is owed', async () => {
    const { paymentId, by } = await cancelled()
    granted(await sendBack(paymentId, by, 50_000))
    const said = { decision: 'keep', reason: 'Taken as credit for January' } as const
    granted(await decide(app, by, paymentId, said))
    expect(await waiting()).toEqual([])
    const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => /^No refund of NPR\s9,000 /.test(subject))
    expect(mail).toMatchObject({ recipient: 'aarati@example.com', body: expect.stringContaining(said.reason) })
    expect((await rows(app.db.read, 'audit')).at(-1)).toMatchObject({
      action: 'payment_kept',
      staff_id: by.id,
      subject_id: paymentId,
      reason: said.reason,
      before: expect.stringContaining(`"owed":${PRICE - 50_000}`),
    })
    expect(refusalOf(await decide(app, by, paymentId, said)).code).toBe('not_decidable')
    const paid = await started(app)
    expect(refusalOf(await decide(app, by, paid.paymentId, said)).code).toBe('not_decidable')
    expect((await mailsTo(app, 'aarati@example.com')).filter((subject) => /^No refund/.test(subject))).toHaveLength(1)
    // They may think better of it.
    granted(await sendBack(paymentId, by, PRICE - 50_000))
  })

  test('after a cancellation that was too late nothing is', async () => {
    app.clock.set(Date.parse('2026-12-09T00:15:00.001Z'))
    await cancelled('bank_transfer')
    expect(await waiting()).toEqual([])
  })

  test('staff are reminded once after a day, also of a payment that they were reminded of before', async () => {
    const { paymentId, bookingId } = await started(app, order({ startDate: '2027-01-10' }), 'bank_transfer')
    app.clock.advance(25 * HOUR)
    await remindStaff(app)
    const by = await someStaff(app)
    granted(await decide(app, by, paymentId, { decision: 'confirm', amount: PRICE, transactionId: 'NIC-1' }))
    const { version } = await bookingRow(app, bookingId)
    granted(await cancel(app, by, bookingId, { version, reason }))
    granted(await sendBack(paymentId, by, 50_000))
    app.clock.advance(24 * HOUR - 1)
    await remindStaff(app)
    expect(await mailsTo(app, getBrand().email)).toEqual(['A payment waits to be verified'])
    app.clock.advance(1)
    await Promise.all([remindStaff(app), remindStaff(app)])
    await remindStaff(app)
    expect(await mailsTo(app, getBrand().email)).toEqual([
      'A payment waits to be verified',
      'A refund waits to be sent',
    ])
    const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => subject === 'A refund waits to be sent')
    expect(mail?.body).toMatch(new RegExp(`${bookingId}, Aarati Shrestha: NPR\\s9,000`))
  })
})
