import { describe, expect, test } from 'vitest'
import { downloadReceiptImage as openReceiptCall } from '#contract/admin/receipts.ts'
import { reportReceiptReading } from '#contract/receipts.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { checksum } from '#domain/receipt/emv-code.ts'
import { getBrand } from '#server/catalogue.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { setApp } from '#server/open-app.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { streamPaymentsCsv } from '#server/payments/export.ts'
import { qrGateway, SAMPLE_MERCHANT_QR } from '#server/payments/gateways/qr.ts'
import { readPaymentList } from '#server/payments/list.ts'
import { openReceiptImage } from '#server/payments/receipt-file.ts'
import { remindStaff } from '#server/payments/reminders.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, MINUTE, mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, order, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { leftOpen } from '../support/refunds.ts'
import { call } from '../support/requests.ts'
import { sendDrawn } from '../support/uploads.ts'

const PRICE = 950_000
const EVERYWHERE = { workplaces: null }
const AT_KAUSIMAA = { workplaces: ['kausimaa'] } as const
const paid = (amount = PRICE, providerReference: string = crypto.randomUUID()): GatewayReport => ({
  kind: 'paid',
  amount: paisa(amount),
  providerReference,
})

describe.each(ENGINES)('payments to verify, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const queue = async (who: Parameters<typeof readReviewQueue>[1] = EVERYWHERE) =>
    granted(await readReviewQueue(app, who)).items.map(({ payment, waits }) => [payment.paymentId, waits])
  const elsewhere = () => order({ locationId: 'kausimaa' })

  test('lists what waits for a person, what waits longest first, and nothing else', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    app.clock.advance(MINUTE)
    const code = await started(app, order(), 'qr_payment')
    await started(app, order(), 'qr_payment')
    await started(app)
    app.clock.advance(MINUTE)
    await sendDrawn(code)
    app.clock.advance(MINUTE)
    const differs = await started(app)
    await settle(app, differs.paymentId, paid(PRICE - 1), 'lookup')
    app.clock.advance(MINUTE)
    const { payment, refundId } = await leftOpen(app)
    expect(await queue()).toEqual([
      [transfer.paymentId, ['transfer']],
      [code.paymentId, ['receipt']],
      [differs.paymentId, ['mismatch']],
    ])
    app.clock.advance(10 * MINUTE)
    expect((await queue()).at(-1)).toEqual([payment.paymentId, ['refund_open']])
    expect(refundId).toBeTruthy()
  })

  test('a receipt waits on when its booking has expired, and goes once it is decided', async () => {
    const payment = await started(app, order(), 'qr_payment')
    await sendDrawn(payment)
    app.clock.advance(73 * HOUR)
    await expireBookings(app)
    expect(await queue()).toEqual([[payment.paymentId, ['receipt']]])
    const found = { decision: 'confirm', amount: PRICE, transactionId: 'ABC123' } as const
    granted(await decide(app, await someStaff(app), payment.paymentId, found))
    expect(await queue()).toEqual([])
  })

  test('staff of other locations see neither the queue, nor the payment, nor its picture', async () => {
    const here = await started(app, order(), 'qr_payment')
    const { receiptId } = await sendDrawn(here, 'one receipt')
    const there = await started(app, elsewhere(), 'qr_payment')
    const kept = await sendDrawn(there, 'one receipt')
    expect(await queue(AT_KAUSIMAA)).toEqual([[there.paymentId, ['receipt']]])
    expect(await queue({ workplaces: [] })).toEqual([])
    expect(refusalOf(await loadPaymentView(app, AT_KAUSIMAA, here.paymentId)).code).toBe('not_found')
    expect(refusalOf(await openReceiptImage(app, AT_KAUSIMAA, receiptId)).code).toBe('not_found')
    granted(await openReceiptImage(app, AT_KAUSIMAA, kept.receiptId))
    expect(granted(await readPaymentList(app, AT_KAUSIMAA, {})).items.map(({ paymentId }) => paymentId)).toEqual([
      there.paymentId,
    ])
    // That it was used there is said, by whom is not.
    const view = granted(await loadPaymentView(app, AT_KAUSIMAA, there.paymentId))
    expect(view.receipts[0]?.earlier).toEqual([{ same: 'file', payment: null }])
    expect(openReceiptCall.access).toBe('staff')
  })

  test('a payment is shown with what was read, what it breaks and where it was used before', async () => {
    const first = await started(app, order(), 'bank_transfer')
    const found = { decision: 'confirm', amount: PRICE, transactionId: 'NIC-1' } as const
    granted(await decide(app, await someStaff(app), first.paymentId, found))
    const second = await started(app, order(), 'qr_payment')
    const { receiptId } = await sendDrawn(second)
    const reading = { amount: PRICE - 50_000, transactionId: 'nic 1', confidence: 0.95 }
    await call(reportReceiptReading, { id: second.paymentId, secret: second.secret, body: { receiptId, reading } })
    expect(granted(await loadPaymentView(app, EVERYWHERE, second.paymentId))).toMatchObject({
      payment: { state: 'pending', amount: PRICE, customerName: 'Aarati Shrestha' },
      waits: ['receipt'],
      receipts: [
        {
          receiptId,
          kept: true,
          reading,
          problems: ['amount_mismatch'],
          earlier: [{ same: 'transaction', payment: { paymentId: first.paymentId, bookingId: first.bookingId } }],
        },
      ],
      refunds: { left: 0, items: [] },
      seatsFree: null,
      decided: null,
    })
    expect(granted(await loadPaymentView(app, EVERYWHERE, first.paymentId))).toMatchObject({
      decided: { what: 'Approved a payment' },
      rule: { due: PRICE, until: '2026-12-09T00:15:00.000Z' },
      guaranteeUntil: '2027-01-08',
    })
  })

  test('a receipt is compared with the payee that the payer was told, of a code as of an account', async () => {
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

  test('is found by booking, payment, transaction, refund and name', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    await started(
      app,
      order({ contactInfo: { firstName: 'Bikash', lastName: 'Gurung', email: 'b@example.com', phone: '9841234567' } }),
    )
    const found = { decision: 'confirm', amount: PRICE, transactionId: 'NIC 77-A' } as const
    granted(await decide(app, await someStaff(app), payment.paymentId, found))
    const search = async (q: string) =>
      granted(await readPaymentList(app, EVERYWHERE, { q })).items.map((row) => row.paymentId)
    for (const q of [
      payment.bookingId,
      ` ${payment.bookingId.toLowerCase()} `,
      payment.paymentId,
      'nic77a',
      'NIC 77-A',
      'aarati SHRE',
    ])
      expect([q, await search(q)]).toEqual([q, [payment.paymentId]])
    for (const q of ['nobody', '%', '_', "' or 1=1 --"]) expect([q, await search(q)]).toEqual([q, []])
  })

  test('filters, and pages that neither repeat nor leave out', async () => {
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
    const counted = async (filter: Parameters<typeof readPaymentList>[2]) =>
      granted(await readPaymentList(app, EVERYWHERE, filter)).items.length
    expect(await counted({ method: 'esewa' })).toBe(15)
    expect(await counted({ method: 'esewa', state: 'pending' })).toBe(15)
    expect(await counted({ state: 'confirmed' })).toBe(0)
    expect(await counted({ from: '2026-12-01', to: '2026-12-01' })).toBe(25)
    expect(await counted({ to: '2026-11-30' })).toBe(0)
    expect(await counted({ from: '2026-12-02' })).toBe(0)
    expect(await counted({ location: 'kausimaa' })).toBe(0)
    expect(await counted({ location: 'dhobighat-hub' })).toBe(25)
    expect(
      refusalOf(await readPaymentList(app, EVERYWHERE, { from: 'x', to: '2026-02-30', cursor: 'x' })),
    ).toMatchObject({
      code: 'invalid',
      fields: { from: expect.any(String), to: expect.any(String), cursor: expect.any(String) },
    })
  })

  test('the export is what the filter finds, in names and rupees, and is on record', async () => {
    const staff = await someStaff(app)
    const payment = await started(app, elsewhere(), 'esewa')
    await settle(app, payment.paymentId, paid(800_000, '=1+1'), 'lookup')
    await started(app, order(), 'bank_transfer')
    const stream = granted(await streamPaymentsCsv(app, staff, { location: 'kausimaa', q: payment.bookingId }))
    const [, line, ...rest] = (await new Response(stream).text()).split('\r\n')
    expect(line).toContain(
      `,${payment.bookingId},Aarati Shrestha,Kausimaa,Professional,Confirmed,eSewa,Paid,8000,8000,0,0,'=1+1,`,
    )
    expect(rest).toEqual([''])
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toContain('payments_exported')
    const none = granted(
      await streamPaymentsCsv(app, { ...staff, workplaces: ['dhobighat-hub'] }, { location: 'kausimaa' }),
    )
    expect((await new Response(none).text()).trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('says which receipts were sent for another booking too', async () => {
    const [one, again, fresh] = [
      await started(app, order(), 'qr_payment'),
      await started(app, order(), 'qr_payment'),
      await started(app, order(), 'qr_payment'),
    ]
    for (const payment of [one, again]) await sendDrawn(payment, 'NPR 9,500 to everybody')
    await sendDrawn(fresh)
    const { items } = granted(await readReviewQueue(app, EVERYWHERE))
    const seen = Object.fromEntries(items.map(({ payment, seenBefore }) => [payment.paymentId, seenBefore]))
    expect(seen).toEqual({ [one.paymentId]: true, [again.paymentId]: true, [fresh.paymentId]: false })
  })

  test('staff are reminded once of what has waited for a day', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const code = await started(app, order(), 'qr_payment')
    await sendDrawn(code)
    app.clock.advance(24 * HOUR - 1)
    await remindStaff(app)
    expect(await mailsTo(app, getBrand().email)).toEqual([])
    app.clock.advance(1)
    await Promise.all([remindStaff(app), remindStaff(app)])
    await remindStaff(app)
    expect(await mailsTo(app, getBrand().email)).toEqual(['2 payments wait to be verified'])
    const [mail] = await app.db.read
      .selectFrom('mails')
      .select('body')
      .where('recipient', '=', getBrand().email)
      .execute()
    for (const { bookingId } of [transfer, code]) expect(mail?.body).toContain(bookingId)
  })
})
