import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { downloadReceiptImage } from '#contract/admin/receipts.ts'
import { readBooking } from '#contract/bookings.ts'
import { RECEIPT_LIMIT_REACHED, sendReceipt } from '#contract/receipts.ts'
import { setApp } from '#server/open-app.ts'
import { readReceiptImage } from '#server/payments/receipt-image.ts'
import { deleteOldReceiptImages } from '#server/payments/receipts.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { order } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { call, newAddress, refused, send } from '../support/requests.ts'
import { drawnReceipt, sendDrawn, upload } from '../support/uploads.ts'

describe.each(ENGINES)('pictures of receipts on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const qr = () => started(app, order(), 'qr_payment')

  test('the same file again is the same receipt; a fourth one is too many, and none begins the time anew', async () => {
    const payment = await qr()
    const first = await sendDrawn(payment, 'once')
    const { bookingId: id, secret } = payment
    const { expiresAt } = await call(readBooking, { id, secret })
    app.clock.advance(HOUR)
    expect(await sendDrawn(payment, 'once')).toEqual(first)
    for (let times = 0; times < 2; times++) await sendDrawn(payment)
    expect((await call(readBooking, { id, secret })).expiresAt).toBe(expiresAt)
    const { message, retryAfter } = await refused('too_many', sendReceipt, upload(payment, await drawnReceipt()))
    expect([message, retryAfter]).toEqual([RECEIPT_LIMIT_REACHED, undefined])
    expect(await rows(app.db.read, 'payment_evidence')).toHaveLength(3)
  })

  test('ten receipts an hour come from one address, whatever they are for', async () => {
    const address = newAddress()
    const file = Buffer.from('no picture')
    for (let times = 0; times < 10; times++)
      await refused('unsupported_type', sendReceipt, { ...upload(await qr(), file), address })
    const { retryAfter, message } = await refused('too_many', sendReceipt, {
      ...upload(await qr(), file),
      address,
    })
    expect([retryAfter, message]).toEqual([360, 'Too many attempts. Try again in 6 minutes.'])
    await refused('unsupported_type', sendReceipt, upload(await qr(), file))
  })

  test('more pictures at one moment than may wait are sent back', async () => {
    const files = await Promise.all(Array.from({ length: 9 }, () => drawnReceipt()))
    const answers = await Promise.all(files.map((file) => readReceiptImage(file)))
    expect(answers.map(({ ok }) => ok)).toEqual([...Array(8).fill(true), false])
    expect(answers.at(-1)).toMatchObject({ failure: { code: 'too_many', retryAfter: 5 } })
    expect(await readReceiptImage(await drawnReceipt())).toMatchObject({ ok: true })
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
    expect((await send(downloadReceiptImage, { id })).status).toBe(401)
    const { sent } = await owner(app)
    const { status, headers } = await send(downloadReceiptImage, { id, ...sent })
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
    await refused('not_found', downloadReceiptImage, { id: 'x', ...sent })
  })

  test('pictures are deleted after ninety days, and are known again all the same', async () => {
    const payment = await qr()
    const { receiptId: id } = await sendDrawn(payment, 'an old one')
    app.clock.advance(90 * 24 * HOUR)
    await deleteOldReceiptImages(app)
    expect((await rows(app.db.read, 'payment_evidence')).map(({ picture }) => picture === null)).toEqual([false])
    app.clock.advance(MINUTE)
    await deleteOldReceiptImages(app)
    const staff = await owner(app)
    await refused('not_found', downloadReceiptImage, { id, ...staff.sent })
    const again = await started(app, order({ startDate: '2027-04-10' }), 'qr_payment')
    await sendDrawn(again, 'an old one')
    expect((await call(listBookings, staff.sent)).items[0]?.attention).toBe('receipt_seen')
  })
})
