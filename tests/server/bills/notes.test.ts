import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { decide } from '#server/payments/decisions.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { decideOpenRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, MINUTE, rows } from '../../support/app.ts'
import { billsOf, documentOf, findGaps, numbersOf } from '../../support/bills.ts'
import { bookingRow, granted, PRICE, setCapacity, transitionTo } from '../../support/orders.ts'
import { paid, paidBooking, paymentRow, started } from '../../support/payments.ts'
import { openRefund } from '../../support/refunds.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'
import { approval } from '../decision-steps.ts'

describeOnEachEngine('the notes of a bill on %s', (app) => {
  const notesOf = async (bookingId: string) =>
    (await billsOf(app, bookingId))
      .filter(({ of_number }) => of_number !== null)
      .map(({ kind, gross, taxable, vat }) => (taxable === null ? [kind, gross] : [kind, gross, taxable, vat]))
  const refundBy = async (paymentId: string, amount: number) => {
    app.clock.advance(MINUTE)
    granted(await refund(app, await someStaff(app), paymentId, amount))
  }

  test('are a credit note for a refund, with the bill and the reason', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    app.clock.advance(24 * 3_600_000)
    await refundBy(paymentId, 200_000)
    const [bill, note] = await billsOf(app, bookingId)
    const staff = await someStaff(app)
    expect(note).toMatchObject({
      number: 'TEST-DHO-R-CN-8384-00001',
      type: 'credit',
      of_number: bill?.number,
      issued_by: staff.id,
      issued_on: '2026-12-02',
      gross: 200_000,
    })
    expect(note && documentOf(note)).toMatchObject({
      heading: { en: 'Credit Note' },
      lines: [{ label: `Refund of bill ${bill?.number}`, amount: 200_000 }],
      of: { number: bill?.number, issuedOn: '2026-12-01' },
      reason: 'Asked by phone',
    })
    expect(await findGaps(app)).toEqual([])
  })

  test('of receipts have other numbers than the notes of tax documents, also after the kind of bills has changed', async () => {
    const receipt = await paidBooking(app)
    app.env = { ...app.env, bills: 'vat' }
    const tax = await paidBooking(app)
    for (const { paymentId } of [tax, receipt, tax]) await refundBy(paymentId, 1_000)
    const numbers = async ({ bookingId }: { bookingId: string }) => (await numbersOf(app, bookingId)).slice(1)
    expect(await numbers(receipt)).toEqual(['TEST-DHO-R-CN-8384-00001'])
    expect(await numbers(tax)).toEqual(['TEST-DHO-CN-8384-00001', 'TEST-DHO-CN-8384-00002'])
    expect(await findGaps(app)).toEqual([])
  })

  test('are not issued for a cancellation without a refund', async () => {
    const { bookingId } = await paidBooking(app)
    granted(await endBooking(app, await someStaff(app), bookingId))
    expect((await bookingRow(app, bookingId)).state).toBe('cancelled')
    expect(await notesOf(bookingId)).toEqual([])
  })

  test('sum to the taxable amount and the VAT of the bill when all is refunded in parts', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const { bookingId, paymentId } = await paidBooking(app)
    for (const amount of [333_333, 333_334, PRICE - 666_667]) await refundBy(paymentId, amount)
    const [bill, ...notes] = await billsOf(app, bookingId)
    expect(notes).toHaveLength(3)
    for (const field of ['gross', 'taxable', 'vat'] as const)
      expect(notes.reduce((sum, note) => sum + (note[field] ?? 0), 0)).toBe(bill?.[field])
  })

  test('are not issued while the gateway has not sent the refund, and once when it has', async () => {
    const { payment, refundId } = await openRefund(app)
    expect(await notesOf(payment.bookingId)).toEqual([])
    for (let times = 0; times < 2; times++)
      await settleRefund(app, refundId, payment.paymentId, { kind: 'done', providerReference: 'RF1' })
    expect(await notesOf(payment.bookingId)).toEqual([['credit', payment.amount]])
  })

  test('are not issued for a refund that failed before it was done', async () => {
    const { payment, refundId, by } = await openRefund(app)
    granted(await decideOpenRefund(app, by, refundId, { succeeded: false, reason: 'Not sent' }))
    expect(await notesOf(payment.bookingId)).toEqual([])
  })

  test('are a debit note with the same VAT when a refund fails later, and another credit note for the next one', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const { payment, refundId } = await openRefund(app)
    await settleRefund(app, refundId, payment.paymentId, { kind: 'done' })
    app.clock.advance(MINUTE)
    for (let times = 0; times < 2; times++)
      await settleRefund(app, refundId, payment.paymentId, { kind: 'failed', reason: 'Returned' }, 'webhook')
    const [credit] = await notesOf(payment.bookingId)
    expect(await notesOf(payment.bookingId)).toEqual([credit, ['debit', ...(credit?.slice(1) ?? [])]])
    await refundBy(payment.paymentId, payment.amount)
    const [, , again] = await notesOf(payment.bookingId)
    expect(again).toEqual(credit)
    expect(await findGaps(app)).toEqual([])
  })

  test('are issued for a refund that is found at the gateway', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    await settle(
      app,
      paymentId,
      { kind: 'refunded', whole: false, refundedAmount: paisa(5_000), reason: 'Refunded' },
      'lookup',
    )
    expect(await notesOf(bookingId)).toEqual([['credit', 5_000]])
  })

  test('do not exist for a payment without a bill', async () => {
    const { bookingId, paymentId } = await started(app)
    await transitionTo(app, bookingId, 'expired')
    setCapacity(app, 0)
    await settle(app, paymentId, paid(), 'lookup')
    await refundBy(paymentId, PRICE)
    expect(await rows(app.db.read, 'bills')).toEqual([])
  })

  test('follow the bill of a payment that was refunded in part before its booking was confirmed', async () => {
    const { catalogue } = app
    const { bookingId, paymentId } = await started(app)
    await transitionTo(app, bookingId, 'expired')
    setCapacity(app, 0)
    await settle(app, paymentId, paid(), 'lookup')
    app.catalogue = catalogue
    await refundBy(paymentId, 50_000)
    granted(await decide(app, await someStaff(app), paymentId, { decision: 'give_place' }))
    expect((await billsOf(app, bookingId)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['receipt', PRICE],
      ['credit', 50_000],
    ])
  })

  test('leave out what was received above the bill', async () => {
    const { bookingId, paymentId } = await started(app)
    await settle(app, paymentId, paid(PRICE + 3_000, 'TX1'), 'lookup')
    granted(await decide(app, await someStaff(app), paymentId, approval(PRICE + 3_000, 'TX1')))
    await refundBy(paymentId, 2_000)
    expect(await notesOf(bookingId)).toEqual([])
    await refundBy(paymentId, 10_000)
    expect(await notesOf(bookingId)).toEqual([['credit', 9_000]])
    await refundBy(paymentId, PRICE + 3_000 - 12_000)
    expect(await notesOf(bookingId)).toEqual([
      ['credit', 9_000],
      ['credit', PRICE - 9_000],
    ])
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded' })
  })
})
