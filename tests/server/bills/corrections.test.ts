import { describe, expect, test } from 'vitest'
import { sum } from '#domain/money.ts'
import { correct } from '#server/bills/correction.ts'
import { readSettings, setTaxInvoices } from '#server/bills/tax-invoice.ts'
import type { Bill } from '#server/db/schema.ts'
import { auditEntries, describeOnEachEngine, MINUTE } from '../../support/app.ts'
import { billsOf, documentOf, findGaps, numbersOf } from '../../support/bills.ts'
import { dayPass, failureOf, granted, newKey, PRICE } from '../../support/orders.ts'
import { atOnce, rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const CORRECTION = { buyerName: 'Himal & Co', pan: '601-234-567', reason: 'The company books it' }

describeOnEachEngine('the correction of a bill on %s', (app) => {
  async function billed() {
    const { bookingId, paymentId } = await paidBooking(app)
    const [bill] = await billsOf(app, bookingId)
    app.clock.advance(MINUTE)
    return { bookingId, paymentId, number: bill?.number ?? '', staff: await someStaff(app) }
  }

  test('credits it in full and issues it again for another buyer', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const { bookingId, number, staff } = await billed()
    const corrected = granted(await correct(app, staff, number, CORRECTION, newKey()))
    expect(corrected).toEqual({ credit: 'TEST-DHO-CN-8384-00001', bill: 'TEST-DHO-8384-00002' })
    const [first, second, credit] = await billsOf(app, bookingId)
    if (!first || !second || !credit) throw new Error('a document is missing')
    expect(first).toMatchObject({ number, revision: 0, buyer_name: 'Aarati Shrestha', buyer_pan: '' })
    expect(credit).toMatchObject({ of_number: number, refund_id: null, gross: PRICE, taxable: 840_708, vat: 109_292 })
    expect(second).toMatchObject({ revision: 1, buyer_name: 'Himal & Co', buyer_pan: '601234567', issued_by: staff.id })
    const { number: _, buyer, issuedAt, issuedBy, ...same } = documentOf(first)
    expect(documentOf(second)).toMatchObject(same)
    expect(documentOf(credit).reason).toBe(CORRECTION.reason)
    expect(await auditEntries(app)).toMatchObject([{ action: 'bill_corrected', subject_id: bookingId }])
    expect(await findGaps(app)).toEqual([])
  })

  test('returns the same documents for a repeated key, and changes nothing', async () => {
    const { bookingId, number, staff } = await billed()
    const key = newKey()
    const first = granted(await correct(app, staff, number, CORRECTION, key))
    expect(granted(await correct(app, staff, number, CORRECTION, key))).toEqual(first)
    expect(await billsOf(app, bookingId)).toHaveLength(3)
    const other = { ...CORRECTION, buyerName: 'Other' }
    expect(failureOf(await correct(app, staff, number, other, key)).code).toBe('idempotency_mismatch')
  })

  test('happens once when two ask for it at once, and can follow for the new bill', async () => {
    const { bookingId, number, staff } = await billed()
    const outcomes = await atOnce(4, () => correct(app, staff, number, CORRECTION, newKey()))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    app.clock.advance(MINUTE)
    const [corrected] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
    granted(await correct(app, staff, corrected?.bill ?? '', { ...CORRECTION, pan: '' }, newKey()))
    expect(await numbersOf(app, bookingId)).toHaveLength(5)
    expect(await findGaps(app)).toEqual([])
  })

  test('leaves later refunds to the new bill', async () => {
    const { bookingId, paymentId, number, staff } = await billed()
    const corrected = granted(await correct(app, staff, number, CORRECTION, newKey()))
    app.clock.advance(MINUTE)
    granted(await refund(app, staff, paymentId, 1_000))
    const notes = (await billsOf(app, bookingId)).filter(({ refund_id }) => refund_id !== null)
    expect(notes).toMatchObject([{ of_number: corrected.bill, gross: 1_000, buyer_name: 'Himal & Co' }])
  })

  test('credits and bills again what a partial refund left, with the rest of its VAT', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const { bookingId, paymentId, number, staff } = await billed()
    granted(await refund(app, staff, paymentId, 100_001))
    app.clock.advance(MINUTE)
    const { credit, bill } = granted(await correct(app, staff, number, CORRECTION, newKey()))
    const bills = await billsOf(app, bookingId)
    const left = { gross: PRICE - 100_001, taxable: 840_708 - 88_496, vat: 109_292 - 11_505 }
    expect(bills.find((each) => each.number === credit)).toMatchObject({ of_number: number, ...left })
    const replacement = bills.find((each) => each.number === bill)
    expect(replacement).toMatchObject({ of_number: null, ...left })
    const { lines, total } = documentOf(replacement as Bill)
    expect(lines.at(-1)).toMatchObject({ label: 'Refunded before', amount: -100_001, taxable: -88_496 })
    expect(sum(lines.map(({ amount }) => amount))).toBe(total)
    app.clock.advance(MINUTE)
    granted(await refund(app, staff, paymentId, PRICE - 100_001))
    const [last] = (await billsOf(app, bookingId)).filter(({ of_number }) => of_number === bill)
    expect(last).toMatchObject({ type: 'credit', ...left })
  })

  describe('is rejected and stores nothing', () => {
    test.each([
      ['without a buyer', { buyerName: ' ' }, { buyerName: 'Enter the name of the buyer' }],
      ['with a PAN of eight digits', { pan: '60123456' }, { pan: expect.stringContaining('nine digits') }],
    ])('%s', async (_, changes, fields) => {
      const { number, staff } = await billed()
      const call = () => correct(app, staff, number, { ...CORRECTION, ...changes }, newKey())
      expect(await rejection(app, call)).toMatchObject({ code: 'invalid', fields })
    })

    test('for a bill that was refunded in full, and for its note', async () => {
      const { bookingId, paymentId, number, staff } = await billed()
      granted(await refund(app, staff, paymentId, PRICE))
      const note = (await numbersOf(app, bookingId)).at(-1) ?? ''
      for (const each of [number, note])
        expect(await rejection(app, () => correct(app, staff, each, CORRECTION, newKey()))).toMatchObject({
          code: 'wrong_state',
        })
    })

    test('for an unknown number, and for a bill of another location', async () => {
      const { number, staff } = await billed()
      const elsewhere = { ...staff, workplaces: ['kausimaa' as const] }
      const calls = [
        () => correct(app, staff, 'KAU-8384-00001', CORRECTION, newKey()),
        () => correct(app, elsewhere, number, CORRECTION, newKey()),
      ]
      for (const call of calls) expect(await rejection(app, call)).toMatchObject({ code: 'not_found' })
    })

    test('on a day without a fiscal year', async () => {
      const { number, staff } = await billed()
      app.clock.set(Date.parse('2029-07-16T06:00:00Z'))
      const call = () => correct(app, staff, number, CORRECTION, newKey())
      expect(await rejection(app, call)).toMatchObject({ code: 'wrong_state' })
    })
  })
})

describeOnEachEngine('the settings of bills on %s', (app) => {
  test('name the seller, the mode and the end of the fiscal years', async () => {
    expect(granted(await readSettings(app))).toEqual({
      mode: 'receipt',
      isSample: true,
      seller: { name: 'Chautari Coworking Pvt. Ltd.', address: 'Sample Road 1, Dhobighat, Lalitpur', pan: '000000000' },
      taxInvoice: null,
      endsOn: '2029-07-16',
      waiting: 0,
    })
  })

  test('head later bills as tax invoices once an owner has confirmed them, until that is withdrawn', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const staff = await someStaff(app)
    const headings: string[] = []
    for (const confirmed of [true, true, false]) {
      const { taxInvoice } = granted(await setTaxInvoices(app, staff, confirmed))
      expect(taxInvoice?.by).toBe(confirmed ? staff.email : undefined)
      const { bookingId } = await paidBooking(app, dayPass())
      const [bill] = await billsOf(app, bookingId)
      if (bill) headings.push(documentOf(bill).heading.en)
    }
    expect(headings).toEqual(['Tax Invoice', 'Tax Invoice', 'Booking invoice'])
    const actions = (await auditEntries(app)).map(({ action }) => action)
    expect(actions).toEqual(['tax_invoice_confirmed', 'tax_invoice_withdrawn'])
  })

  test('count what waits for a number', async () => {
    app.clock.set(Date.parse('2029-07-16T06:00:00Z'))
    await paidBooking(app, dayPass({ startDate: '2029-07-20' }))
    expect(granted(await readSettings(app))).toMatchObject({ waiting: 1 })
  })
})
