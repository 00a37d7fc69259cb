import { expect, test } from 'vitest'
import { downloadReceiptImage as downloadCall } from '#contract/admin/payments.ts'
import { reportReceiptReading } from '#contract/receipts.ts'
import { checksum } from '#domain/receipt/emv-code.ts'
import { loadAccounts } from '#server/accounting/report.ts'
import { exportCsv } from '#server/audit/export-table.ts'
import { getBrand } from '#server/catalogue.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { SAMPLE_MERCHANT_QR } from '#server/env.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { PAYMENTS_EXPORT } from '#server/payments/export.ts'
import { qrGateway } from '#server/payments/gateways/qr.ts'
import { readPaymentList } from '#server/payments/list.ts'
import { openReceiptImage } from '#server/payments/receipts.ts'
import { countReviewQueue, readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { remindStaff } from '#server/payments/staff-reminders.ts'
import { describeOnEachEngine, emailsTo, HOUR, MINUTE, rows } from '../support/app.ts'
import { contact } from '../support/memberships.ts'
import { failureOf, granted, order, PRICE } from '../support/orders.ts'
import { codeOf, runAfter } from '../support/outcomes.ts'
import { paid, started } from '../support/payments.ts'
import { planOf } from '../support/query-plan.ts'
import { uploadReceipt } from '../support/receipt-uploads.ts'
import { openRefund } from '../support/refunds.ts'
import { call } from '../support/requests.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { approval, decisionSteps } from './decision-steps.ts'

const EVERYWHERE = { workplaces: null }
const AT_KAUSIMAA = { workplaces: ['kausimaa'] } as const

describeOnEachEngine('payments to review on %s', (app, engine) => {
  const { submit } = decisionSteps(app)
  const listed = async (
    filter: Parameters<typeof readPaymentList>[2],
    staff: Parameters<typeof readPaymentList>[1] = EVERYWHERE,
  ) => granted(await readPaymentList(app, staff, filter)).items.map(({ paymentId }) => paymentId)
  const queue = async (staff: Parameters<typeof readReviewQueue>[1] = EVERYWHERE) =>
    granted(await readReviewQueue(app, staff)).items.map(({ payment, reviewReasons }) => [
      payment.paymentId,
      reviewReasons,
    ])
  const elsewhere = () => order({ locationId: 'kausimaa' })

  test.runIf(engine === 'sqlite')(
    'of bookings that need a decision are found among any number of paid payments',
    async () => {
      const plan = await planOf(app, 'bookings', () => countReviewQueue(app, null, 'decision'))
      expect(plan).toMatch(/SEARCH bookings USING .*\(state=\?\); SEARCH payments USING INDEX \w+ \(booking_id=\?\)/)
    },
  )

  test('are listed oldest first if they need a decision', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    app.clock.advance(MINUTE)
    const code = await started(app, order(), 'qr_payment')
    await started(app, order(), 'qr_payment')
    await started(app)
    app.clock.advance(MINUTE)
    await uploadReceipt(code)
    app.clock.advance(MINUTE)
    const differs = await started(app)
    await settle(app, differs.paymentId, paid(PRICE - 1), 'lookup')
    app.clock.advance(MINUTE)
    const { payment, refundId } = await openRefund(app)
    expect(await queue()).toEqual([
      [transfer.paymentId, ['transfer']],
      [code.paymentId, ['receipt']],
      [differs.paymentId, ['mismatch']],
    ])
    app.clock.advance(10 * MINUTE)
    expect((await queue()).at(-1)).toEqual([payment.paymentId, ['refund_open']])
    expect(refundId).toBeTruthy()
  })

  test('are listed among all payments with the reasons of the queue', async () => {
    const differs = await started(app)
    await settle(app, differs.paymentId, paid(PRICE - 1), 'lookup')
    await started(app)
    const { items } = granted(await readPaymentList(app, EVERYWHERE, {}))
    expect(items.map(({ reviewReasons }) => reviewReasons).toSorted()).toEqual([[], ['mismatch']])
  })

  test('are listed after their booking expired, until they are decided', async () => {
    const payment = await started(app, order(), 'qr_payment')
    await uploadReceipt(payment)
    await runAfter(app, 73 * HOUR, expireBookings)
    expect(await queue()).toEqual([[payment.paymentId, ['receipt']]])
    granted(await submit(payment.paymentId, approval(PRICE, 'ABC123')))
    expect(await queue()).toEqual([])
  })

  test('are hidden from staff of other locations, with queue and image', async () => {
    const here = await started(app, order(), 'qr_payment')
    const { receiptId } = await uploadReceipt(here, 'one receipt')
    const elsewherePayment = await started(app, elsewhere(), 'qr_payment')
    const visible = await uploadReceipt(elsewherePayment, 'one receipt')
    expect(await queue(AT_KAUSIMAA)).toEqual([[elsewherePayment.paymentId, ['receipt']]])
    expect(await queue({ workplaces: [] })).toEqual([])
    expect(codeOf(await loadPaymentView(app, AT_KAUSIMAA, here.paymentId))).toBe('not_found')
    expect(codeOf(await openReceiptImage(app, AT_KAUSIMAA, receiptId))).toBe('not_found')
    granted(await openReceiptImage(app, AT_KAUSIMAA, visible.receiptId))
    expect(await listed({}, AT_KAUSIMAA)).toEqual([elsewherePayment.paymentId])
    // The other use is shown, but not its payment.
    const view = granted(await loadPaymentView(app, AT_KAUSIMAA, elsewherePayment.paymentId))
    expect(view.receipts[0]?.earlier).toEqual([{ match: 'file', payment: null }])
    expect(downloadCall.access).toBe('staff')
  })

  test('are returned with the reading, the rules that it breaks and its earlier uses', async () => {
    const first = await started(app, order(), 'bank_transfer')
    granted(await submit(first.paymentId, approval(PRICE, 'NIC-1')))
    const second = await started(app, order(), 'qr_payment')
    const { receiptId } = await uploadReceipt(second)
    const reading = { amount: PRICE - 50_000, transactionId: 'nic 1', confidence: 0.95 }
    await call(reportReceiptReading, { id: second.paymentId, secret: second.secret, body: { receiptId, reading } })
    expect(granted(await loadPaymentView(app, EVERYWHERE, second.paymentId))).toMatchObject({
      payment: { state: 'pending', amount: PRICE, customerName: 'Aarati Shrestha' },
      reviewReasons: ['receipt'],
      receipts: [
        {
          receiptId,
          hasImage: true,
          reading,
          problems: ['amount_mismatch'],
          earlier: [{ match: 'transaction', payment: { paymentId: first.paymentId, bookingId: first.bookingId } }],
        },
      ],
      refunds: { refundable: 0, items: [] },
      seatsFree: null,
      lastDecision: null,
    })
    expect(granted(await loadPaymentView(app, EVERYWHERE, first.paymentId))).toMatchObject({
      lastDecision: { label: 'Approved a payment' },
      cancellation: { refund: PRICE, freeUntil: '2026-12-09T00:15:00.000Z' },
      guaranteeUntil: '2027-01-08',
    })
  })

  test('are returned with the payee that the payer saw, of a code or of an account', async () => {
    const before = SAMPLE_MERCHANT_QR.slice(0, -4).replace('5924Sample payee, do not pay', '5914TEST COWORKING')
    app.env = { ...app.env, merchantQr: before + checksum(before) }
    app.gateways = { ...app.gateways, qr_payment: qrGateway({ code: app.env.merchantQr ?? '', bankName: 'NIC' }) }
    const payee = async (method: 'qr_payment' | 'bank_transfer') => {
      const { paymentId, next } = await started(app, order(), method)
      const shown = granted(await loadPaymentView(app, EVERYWHERE, paymentId)).payee
      expect(next).toMatchObject({ accountName: shown })
      return shown
    }
    expect(await payee('qr_payment')).toBe('TEST COWORKING')
    expect(await payee('bank_transfer')).toBe(app.env.bank.accountName)
  })

  test('are found by booking, payment, transaction and name', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    await started(app, order(contact('Bikash', 'Gurung')))
    granted(await submit(payment.paymentId, approval(PRICE, 'NIC 77-A')))
    const { bookingId, paymentId } = payment
    for (const q of [bookingId, ` ${bookingId.toLowerCase()} `, paymentId, 'nic77a', 'NIC 77-A', 'aarati SHRE'])
      expect([q, await listed({ q })]).toEqual([q, [paymentId]])
    for (const q of ['unknown', '%', '_', "' or 1=1 --"]) expect([q, await listed({ q })]).toEqual([q, []])
  })

  test('are filtered, and paged without gaps or repetitions', async () => {
    for (let number = 0; number < 30; number++) {
      await started(app, order({ planId: 'explorer', startDate: '2026-12-10' }), number % 2 ? 'esewa' : 'qr_payment')
      if (number % 3 === 0) app.clock.advance(MINUTE)
    }
    const first = granted(await readPaymentList(app, EVERYWHERE, {}))
    expect(first.items).toHaveLength(25)
    const rest = granted(await readPaymentList(app, EVERYWHERE, { cursor: String(first.next) }))
    expect(rest).toMatchObject({ next: null })
    expect(new Set([...first.items, ...rest.items].map(({ paymentId }) => paymentId)).size).toBe(30)
    const times = [...first.items, ...rest.items].map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    for (const [filter, count] of [
      [{ method: 'esewa' }, 15],
      [{ method: 'esewa', state: 'pending' }, 15],
      [{ state: 'confirmed' }, 0],
      [{ receivedFrom: '2026-12-01', receivedTo: '2026-12-01' }, 0],
      [{ location: 'kausimaa' }, 0],
      [{ location: 'dhobighat-hub' }, 25],
    ] as const)
      expect([filter, (await listed(filter)).length]).toEqual([filter, count])
    const failure = failureOf(
      await readPaymentList(app, EVERYWHERE, { receivedFrom: 'x', receivedTo: '2026-02-30', cursor: 'x' }),
    )
    const text = expect.any(String)
    expect(failure).toMatchObject({ code: 'invalid', fields: { receivedFrom: text, receivedTo: text, cursor: text } })
  })

  test('are listed by the day on which their money was received, with totals like those of the accounts', async () => {
    const staff = await someStaff(app)
    const day = { receivedFrom: '2026-12-02', receivedTo: '2026-12-02' }
    const [first, second] = [await started(app), await started(app)]
    await started(app)
    await settle(app, first.paymentId, paid(), 'lookup')
    app.clock.advance(24 * HOUR)
    await settle(app, second.paymentId, paid(), 'lookup')
    granted(await refund(app, staff, second.paymentId, 100_000))
    const { items, totals } = granted(await readPaymentList(app, EVERYWHERE, day))
    expect(items.map(({ paymentId }) => paymentId)).toEqual([second.paymentId])
    const accounts = granted(await loadAccounts(app, EVERYWHERE, { from: day.receivedFrom, to: day.receivedTo }))
    expect(totals).toEqual(accounts.totals)
    expect(totals).toEqual({ received: PRICE, refunded: 100_000 })
    expect(granted(await readPaymentList(app, EVERYWHERE, {})).totals).toBeUndefined()
    const kausimaa = granted(await readPaymentList(app, EVERYWHERE, { ...day, location: 'kausimaa' }))
    expect(kausimaa.totals).toEqual({ received: 0, refunded: 0 })
  })

  test('are exported by the filter with names and rupees, and with an audit entry', async () => {
    const staff = await someStaff(app)
    const payment = await started(app, elsewhere(), 'esewa')
    await settle(app, payment.paymentId, paid(800_000, '=1+1'), 'lookup')
    await started(app, order(), 'bank_transfer')
    const stream = granted(await exportCsv(app, staff, PAYMENTS_EXPORT, { location: 'kausimaa', q: payment.bookingId }))
    const [, line, ...rest] = (await new Response(stream).text()).split('\r\n')
    expect(line).toContain(
      `,${payment.bookingId},Aarati Shrestha,Kausimaa,Professional,Confirmed,eSewa,Paid,8000,8000,0,0,'=1+1,`,
    )
    expect(rest).toEqual([''])
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toContain('payments_exported')
    const elsewhereOnly = { ...staff, workplaces: ['dhobighat-hub' as const] }
    const none = granted(await exportCsv(app, elsewhereOnly, PAYMENTS_EXPORT, { location: 'kausimaa' }))
    expect((await new Response(none).text()).trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('are marked if their receipt was uploaded for another booking too', async () => {
    const start = () => started(app, order(), 'qr_payment')
    const [one, again, fresh] = [await start(), await start(), await start()]
    for (const payment of [one, again]) await uploadReceipt(payment, 'one receipt for two')
    await uploadReceipt(fresh)
    const { items } = granted(await readReviewQueue(app, EVERYWHERE))
    const flags = Object.fromEntries(
      items.map(({ payment, hasReusedReceipt }) => [payment.paymentId, hasReusedReceipt]),
    )
    expect(flags).toEqual({ [one.paymentId]: true, [again.paymentId]: true, [fresh.paymentId]: false })
  })

  test('remind staff once after a day', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const code = await started(app, order(), 'qr_payment')
    await uploadReceipt(code)
    await runAfter(app, 24 * HOUR - 1, remindStaff)
    expect(await emailsTo(app, getBrand().email)).toEqual([])
    app.clock.advance(1)
    await Promise.all([remindStaff(app), remindStaff(app)])
    await remindStaff(app)
    expect(await emailsTo(app, getBrand().email)).toEqual(['2 payments to verify'])
    const email = (await rows(app.db.read, 'emails')).find(({ recipient }) => recipient === getBrand().email)
    for (const { bookingId } of [transfer, code]) expect(email?.body).toContain(bookingId)
  })
})
