import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { openReceipt } from '#contract/admin/receipts.ts'
import { readBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { sendReceipt, tellReading } from '#contract/receipts.ts'
import { type App, useApp } from '#server/app.ts'
import { expireBookings } from '#server/expiry.ts'
import { readPicture } from '#server/receipt-picture.ts'
import { forgetOldReceipts } from '#server/receipts.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { order, seatsTaken } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { call, newAddress, OWN, refused, send } from '../support/requests.ts'
import { drawnReceipt, sendDrawn, upload } from '../support/uploads.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    useApp(app)
  })

  const qr = () => started(app, order(), 'qr_payment')
  const listed = async (staff: Visitor) => (await call(listBookings, staff.sent)).items
  const toCheck = async (staff: Visitor, bookingId: string) =>
    (await listed(staff)).find((row) => row.bookingId === bookingId)?.toCheck
  const reading = (more: object = {}) => ({
    confidence: 0.95,
    amount: 950_000,
    transactionId: '8842 1170-356',
    ...more,
  })

  test('a receipt hands the booking to staff, and their word confirms it once', async () => {
    const payment = await qr()
    expect(payment.next).toMatchObject({ kind: 'qr', reference: payment.bookingId })
    const { receiptId, bookingState } = await sendDrawn(payment)
    expect(bookingState).toBe('pending_verification')
    const { secret, bookingId, paymentId: id } = payment
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'pending_verification',
      expiresAt: '2026-12-04T04:15:00.000Z',
      payments: [{ receiptAt: '2026-12-01T04:15:00.000Z' }],
    })
    const staff = await owner(app)
    expect(await toCheck(staff, bookingId)).toEqual({
      paymentId: id,
      amount: 950_000,
      receipts: [{ receiptId, sentAt: '2026-12-01T04:15:00.000Z', reading: null, problems: [], duplicate: false }],
    })
    const body = { decision: 'confirm', amount: 950_000, transactionId: '8842 1170-356' }
    expect(await call(decidePayment, { id, body, headers: { ...staff.sent.headers, ...OWN } })).toEqual({
      state: 'confirmed',
      bookingState: 'confirmed',
    })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'confirmed',
      payments: [{ state: 'confirmed', transactionId: '88421170356' }],
    })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    const reports = await rows(app.db.read, 'payment_reports')
    expect(reports.map(({ source, body: said }) => [source, JSON.parse(said)])).toEqual([
      ['staff', { by: 'owner@chautari.example', ...body }],
    ])
    await refused('not_decidable', decidePayment, { id, body, headers: staff.sent.headers })
    await refused('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    expect(await toCheck(staff, bookingId)).toBeNull()
  })

  test('a code whose time runs is shown again; a new try after that is a new one', async () => {
    const payment = await qr()
    const { bookingId, secret } = payment
    const again = async () => (await startAgain(app, bookingId, secret)).paymentId
    app.clock.advance(4 * MINUTE)
    expect(await again()).toBe(payment.paymentId)
    app.clock.advance(2 * MINUTE)
    expect(await again()).not.toBe(payment.paymentId)
    // The money may have been sent by the code before.
    expect((await sendDrawn(payment)).bookingState).toBe('pending_verification')
  })

  test('what staff confirm must be what was asked, and one transaction pays one booking', async () => {
    const [first, second] = [await qr(), await qr()]
    for (const payment of [first, second]) await sendDrawn(payment)
    const staff = await owner(app)
    const { headers } = staff.sent
    const decision = (id: string, body: object) => ({ id, body: { decision: 'confirm', ...body }, headers })
    await call(decidePayment, decision(first.paymentId, { amount: 950_000, transactionId: 'ABC-1234' }))
    const before = await stored(app)
    expect(
      await refused(
        'invalid',
        decidePayment,
        decision(second.paymentId, { amount: 95_000, transactionId: 'abc 1234' }),
      ),
    ).toMatchObject({
      fields: {
        amount: expect.stringMatching(/NPR\s9,500 was asked for/),
        transactionId: 'This transaction has paid another booking',
      },
    })
    for (const body of [{}, { amount: 950_000 }, { amount: 950_000, transactionId: ' ' }, { amount: 'x' }])
      await refused('invalid', decidePayment, decision(second.paymentId, body))
    await refused('invalid', decidePayment, { id: second.paymentId, body: { decision: 'reject' }, headers })
    await refused('not_found', decidePayment, { ...decision('x', { amount: 1, transactionId: 'abc' }) })
    expect(await stored(app)).toEqual(before)
  })

  test('a gateway’s payment is nobody’s to confirm by hand', async () => {
    const payment = await started(app)
    const { headers } = (await owner(app)).sent
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    await refused('not_decidable', decidePayment, { id: payment.paymentId, body, headers })
    await refused('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
  })

  test('the front desk looks and does not decide', async () => {
    const payment = await qr()
    const { receiptId } = await sendDrawn(payment)
    const staff = await owner(app)
    await app.db.write(async (db) => {
      await db.updateTable('staff').set({ role: 'desk' }).execute()
      return succeed(undefined)
    })
    const { headers } = staff.sent
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    await refused('forbidden', decidePayment, { id: payment.paymentId, body, headers })
    expect((await send(openReceipt, { id: receiptId, headers })).status).toBe(200)
    expect((await paymentRow(app, payment.paymentId)).state).toBe('pending')
  })

  test('a rejected payment frees the place and tells the customer; money that is found later still counts', async () => {
    const payment = await qr()
    await sendDrawn(payment)
    const { headers } = (await owner(app)).sent
    const id = payment.paymentId
    expect(await call(decidePayment, { id, body: { decision: 'reject', reason: 'Nothing arrived' }, headers })).toEqual(
      { state: 'failed', bookingState: 'cancelled' },
    )
    expect(await seatsTaken(app)).toEqual({})
    expect((await paymentRow(app, id)).reason).toBe('Staff: Nothing arrived')
    expect((await rows(app.db.read, 'mails')).map(({ subject }) => subject)).toEqual([
      'We could not find your payment: Dhobighat Hub',
    ])
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    expect(await call(decidePayment, { id, body, headers })).toEqual({ state: 'confirmed', bookingState: 'confirmed' })
  })

  test('a transfer keeps its place for its own time, and a receipt never shortens it', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    app.clock.advance(60 * HOUR)
    await sendDrawn(payment)
    const { bookingId: id, secret } = payment
    expect((await call(readBooking, { id, secret })).expiresAt).toBe('2026-12-06T16:15:00.000Z')
  })

  test('a receipt that comes after the place was given away is kept for staff', async () => {
    const payment = await qr()
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    expect(await sendDrawn(payment)).toMatchObject({ bookingState: 'expired' })
    const staff = await owner(app)
    expect((await toCheck(staff, payment.bookingId))?.receipts).toHaveLength(1)
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    expect(await call(decidePayment, { id: payment.paymentId, body, headers: staff.sent.headers })).toEqual({
      state: 'confirmed',
      bookingState: 'confirmed',
    })
  })

  test('the same receipt, picture or transaction for another booking is told to staff', async () => {
    const [first, second, third, fourth] = [await qr(), await qr(), await qr(), await qr()]
    const drawn = await drawnReceipt('one receipt')
    const saved = await sharp(drawn).png({ compressionLevel: 1 }).withMetadata({ density: 300 }).toBuffer()
    expect(saved.equals(drawn)).toBe(false)
    const sent = await call(sendReceipt, upload(first, drawn))
    await call(sendReceipt, upload(second, saved))
    const other = await sendDrawn(third)
    await sendDrawn(fourth)
    const staff = await owner(app)
    const seen = async () => (await listed(staff)).map(({ bookingId, attention }) => [bookingId, attention]).sort()
    const expected = (...flagged: { bookingId: string }[]) =>
      [first, second, third, fourth]
        .map((each) => [each.bookingId, flagged.includes(each) ? 'receipt_seen' : null])
        .sort()
    expect(await seen()).toEqual(expected(first, second))
    const tell = (payment: typeof first, receiptId: string, transactionId: string) =>
      call(tellReading, {
        id: payment.paymentId,
        secret: payment.secret,
        body: { receiptId, reading: reading({ transactionId }) },
        headers: OWN,
      })
    await tell(first, sent.receiptId, '8842 1170 356')
    await tell(third, other.receiptId, '88421170356')
    expect(await seen()).toEqual(expected(first, second, third))
  })

  test('another try of the same booking is no other booking', async () => {
    const payment = await qr()
    app.clock.advance(6 * MINUTE)
    const again = { ...payment, ...(await startAgain(app, payment.bookingId, payment.secret)) }
    for (const each of [payment, again]) await sendDrawn(each, 'one receipt')
    const [row] = await listed(await owner(app))
    expect(row?.attention).toBeNull()
  })

  test('the same file again is the same receipt; a fourth one is too many, and none begins the time anew', async () => {
    const payment = await qr()
    const first = await sendDrawn(payment, 'once')
    const { bookingId: id, secret } = payment
    const { expiresAt } = await call(readBooking, { id, secret })
    app.clock.advance(HOUR)
    expect(await sendDrawn(payment, 'once')).toEqual(first)
    for (let times = 0; times < 2; times++) await sendDrawn(payment)
    expect((await call(readBooking, { id, secret })).expiresAt).toBe(expiresAt)
    await refused('too_many', sendReceipt, upload(payment, await drawnReceipt()))
    expect(await rows(app.db.read, 'payment_evidence')).toHaveLength(3)
  })

  test('ten receipts an hour come from one address, whatever they are for', async () => {
    const address = newAddress()
    const file = Buffer.from('no picture')
    for (let times = 0; times < 10; times++)
      await refused('unsupported_type', sendReceipt, { ...upload(await qr(), file), address })
    const { retryAfter } = await refused('too_many', sendReceipt, { ...upload(await qr(), file), address })
    expect(retryAfter).toBe(360)
    await refused('unsupported_type', sendReceipt, upload(await qr(), file))
  })

  test('a booking tells ten readings at once, then fewer', async () => {
    const { paymentId: id, secret } = await qr()
    const sent = { id, secret, body: { receiptId: 'x', reading: reading() }, headers: OWN }
    for (let times = 0; times < 10; times++) await refused('not_found', tellReading, sent)
    await refused('too_many', tellReading, sent)
  })

  test('more pictures at one moment than may wait are sent back', async () => {
    const files = await Promise.all(Array.from({ length: 9 }, () => drawnReceipt()))
    const answers = await Promise.all(files.map((file) => readPicture(file)))
    expect(answers.map(({ ok }) => ok)).toEqual([...Array(8).fill(true), false])
    expect(answers.at(-1)).toMatchObject({ failure: { code: 'too_many', retryAfter: 5 } })
    expect(await readPicture(await drawnReceipt())).toMatchObject({ ok: true })
  })

  test('a reading is judged by the rules, and proves nothing', async () => {
    const payment = await qr()
    const { receiptId } = await sendDrawn(payment)
    app.clock.advance(MINUTE)
    const other = await sendDrawn(payment)
    const tell = (id: string, more: object) =>
      call(tellReading, {
        id: payment.paymentId,
        secret: payment.secret,
        body: { receiptId: id, reading: reading(more) },
        headers: OWN,
      })
    expect(await tell(other.receiptId, {})).toEqual({ problems: [] })
    expect(await tell(receiptId, { amount: 1, confidence: 0.8, transactedAt: app.now() - HOUR })).toEqual({
      problems: ['low_confidence', 'amount_mismatch', 'too_old'],
    })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', provider_reference: null })
    const staff = await owner(app)
    expect((await toCheck(staff, payment.bookingId))?.receipts).toMatchObject([
      { problems: ['low_confidence', 'amount_mismatch', 'too_old'], reading: { amount: 1 } },
      { problems: [] },
    ])
    const body = { receiptId, reading: reading() }
    const { secret, paymentId: id } = payment
    await refused('not_found', tellReading, { id, secret, body: { ...body, receiptId: 'x' } })
    await refused('not_found', tellReading, { id, body })
    await refused('not_found', tellReading, { id: (await qr()).paymentId, secret, body })
  })

  test('the first reading of a receipt stands, and none comes after the decision', async () => {
    const payment = await qr()
    const { paymentId: id, secret } = payment
    const [read, unread] = [await sendDrawn(payment), await sendDrawn(payment)]
    const told = (receiptId: string, more: object) => ({
      id,
      secret,
      body: { receiptId, reading: reading(more) },
      headers: OWN,
    })
    const kept = async () =>
      (await rows(app.db.read, 'payment_evidence')).map(({ transaction_id }) => transaction_id).sort()
    expect(await call(tellReading, told(read.receiptId, { amount: 1 }))).toEqual({ problems: ['amount_mismatch'] })
    expect(await call(tellReading, told(read.receiptId, { transactionId: 'another one' }))).toEqual({
      problems: ['amount_mismatch'],
    })
    expect(await kept()).toEqual(['88421170356', null])
    const { headers } = (await owner(app)).sent
    await call(decidePayment, { id, body: { decision: 'reject', reason: 'Nothing arrived' }, headers })
    const before = await stored(app)
    for (const { receiptId } of [read, unread])
      await refused('not_payable', tellReading, told(receiptId, { transactionId: 'another one' }))
    expect(await stored(app)).toEqual(before)
  })

  test('only who holds the booking’s secret sends a receipt', async () => {
    const [payment, another] = [await qr(), await qr()]
    const before = await stored(app)
    const file = await drawnReceipt()
    await refused('not_found', sendReceipt, upload({ ...payment, secret: another.secret }, file))
    await refused('not_found', sendReceipt, upload({ ...payment, secret: '' }, file))
    expect(await stored(app)).toEqual(before)
  })

  test('a form’s file is taken as well, whatever its name', async () => {
    const payment = await qr()
    const form = new FormData()
    form.append('note', 'paid just now')
    form.append('receipt', new File([new Uint8Array(await drawnReceipt('form', 'webp'))], '../../evil.php.html'))
    const { headers, body } = new Request('http://x', { method: 'POST', body: form })
    const sent = { ...upload(payment, new Uint8Array(), headers.get('content-type') ?? ''), raw: body as BodyInit }
    expect(await call(sendReceipt, sent)).toMatchObject({ bookingState: 'pending_verification' })
  })

  test('staff are given a picture that we drew ourselves, to be saved', async () => {
    const payment = await qr()
    const file = await sharp(await drawnReceipt())
      .withExif({ IFD0: { Artist: 'Somebody at home' } })
      .png()
      .toBuffer()
    const { receiptId: id } = await call(sendReceipt, upload(payment, file))
    expect((await send(openReceipt, { id })).status).toBe(401)
    const { sent } = await owner(app)
    const { status, headers } = await send(openReceipt, { id, ...sent })
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="receipt-${payment.bookingId}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    const [row] = await rows(app.db.read, 'payment_evidence')
    const kept = Buffer.from(row?.picture ?? [])
    expect(kept.includes('Somebody')).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 540, height: 960 })
    await refused('not_found', openReceipt, { id: 'x', ...sent })
  })

  test('pictures are deleted after ninety days, and are known again all the same', async () => {
    const payment = await qr()
    const { receiptId: id } = await sendDrawn(payment, 'an old one')
    app.clock.advance(90 * 24 * HOUR)
    await forgetOldReceipts(app)
    expect((await rows(app.db.read, 'payment_evidence')).map(({ picture }) => picture === null)).toEqual([false])
    app.clock.advance(MINUTE)
    await forgetOldReceipts(app)
    const { sent } = await owner(app)
    await refused('not_found', openReceipt, { id, ...sent })
    const again = await started(app, order({ startDate: '2027-04-10' }), 'qr_payment')
    await sendDrawn(again, 'an old one')
    expect((await listed(await signedIn(sent)))[0]?.attention).toBe('receipt_seen')
  })
})

const signedIn = async (sent: { address: string; headers: Record<string, string> }): Promise<Visitor> =>
  ({ sent }) as Visitor

async function startAgain(app: App, bookingId: string, secret: string) {
  const { start } = await import('#server/payments.ts')
  const outcome = await start(app, bookingId, secret, 'qr_payment')
  if (!outcome.ok) throw new Error(outcome.failure.code)
  return outcome.value
}
