import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { downloadReceiptImage } from '#contract/admin/payments.ts'
import { readBooking } from '#contract/bookings.ts'
import { RECEIPT_LIMIT_REACHED, sendReceipt } from '#contract/receipts.ts'
import { readReceiptImage } from '#server/payments/receipt-image.ts'
import { deleteOldReceiptImages } from '#server/payments/receipts.ts'
import { describeOnEachEngine, expectNothingStored, HOUR, MINUTE, rows } from '../support/app.ts'
import { order } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { drawnReceipt, upload, uploadReceipt } from '../support/receipt-uploads.ts'
import { call, newAddress, rejected, send } from '../support/requests.ts'
import { owner } from '../support/staff-accounts.ts'

describeOnEachEngine('receipt images on %s', (app) => {
  const qr = () => started(app, order(), 'qr_payment')

  test('returns the same receipt for the same file, rejects a fourth one, and extends the hold once', async () => {
    const payment = await qr()
    const first = await uploadReceipt(payment, 'once')
    const { bookingId: id, secret } = payment
    const { expiresAt } = await call(readBooking, { id, secret })
    app.clock.advance(HOUR)
    expect(await uploadReceipt(payment, 'once')).toEqual(first)
    for (let times = 0; times < 2; times++) await uploadReceipt(payment)
    expect((await call(readBooking, { id, secret })).expiresAt).toBe(expiresAt)
    const { message, retryAfter } = await rejected('too_many', sendReceipt, upload(payment, await drawnReceipt()))
    expect([message, retryAfter]).toEqual([RECEIPT_LIMIT_REACHED, undefined])
    expect(await rows(app.db.read, 'receipts')).toHaveLength(3)
  })

  test('limits one address to ten receipts an hour', async () => {
    const address = newAddress()
    const sent = async () => upload(await qr(), Buffer.from('not an image'))
    for (let times = 0; times < 10; times++)
      await rejected('unsupported_type', sendReceipt, { ...(await sent()), address })
    const { retryAfter, message } = await rejected('too_many', sendReceipt, { ...(await sent()), address })
    expect([retryAfter, message]).toEqual([360, 'Too many attempts. Try again in 6 minutes.'])
    await rejected('unsupported_type', sendReceipt, await sent())
  })

  test('rejects more concurrent images than the queue holds', async () => {
    const files = await Promise.all(Array.from({ length: 9 }, () => drawnReceipt()))
    const outcomes = await Promise.all(files.map((file) => readReceiptImage(file)))
    expect(outcomes.map(({ ok }) => ok)).toEqual([...Array(8).fill(true), false])
    expect(outcomes.at(-1)).toMatchObject({ failure: { code: 'too_many', retryAfter: 5 } })
    expect(await readReceiptImage(await drawnReceipt())).toMatchObject({ ok: true })
  })

  test('accepts a receipt only with the booking’s secret', async () => {
    const [payment, another] = [await qr(), await qr()]
    const file = await drawnReceipt()
    for (const secret of [another.secret, ''])
      await expectNothingStored(app, () => rejected('not_found', sendReceipt, upload({ ...payment, secret }, file)))
  })

  test('accepts the file of a form with any name', async () => {
    const payment = await qr()
    const form = new FormData()
    form.append('note', 'paid just now')
    form.append('receipt', new File([new Uint8Array(await drawnReceipt('form', 'webp'))], '../../evil.php.html'))
    const { headers, body } = new Request('http://x', { method: 'POST', body: form })
    const sent = { ...upload(payment, new Uint8Array(), headers.get('content-type') ?? ''), raw: body as BodyInit }
    expect(await call(sendReceipt, sent)).toMatchObject({ bookingState: 'pending_verification' })
  })

  test('lets staff download an image that the server re-encoded', async () => {
    const payment = await qr()
    const file = await sharp(await drawnReceipt())
      .withExif({ IFD0: { Artist: 'A photographer' } })
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
    const [row] = await rows(app.db.read, 'receipts')
    const image = Buffer.from(row?.image ?? [])
    expect(image.includes('photographer')).toBe(false)
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 540, height: 960 })
    await rejected('not_found', downloadReceiptImage, { id: 'x', ...sent })
  })

  test('deletes images after ninety days, and still recognises their files', async () => {
    const payment = await qr()
    const { receiptId: id } = await uploadReceipt(payment, 'an old one')
    app.clock.advance(90 * 24 * HOUR)
    await deleteOldReceiptImages(app)
    expect((await rows(app.db.read, 'receipts')).map(({ image }) => image === null)).toEqual([false])
    app.clock.advance(MINUTE)
    await deleteOldReceiptImages(app)
    const staff = await owner(app)
    await rejected('not_found', downloadReceiptImage, { id, ...staff.sent })
    const again = await started(app, order({ startDate: '2027-04-10' }), 'qr_payment')
    await uploadReceipt(again, 'an old one')
    expect((await call(listBookings, staff.sent)).items[0]?.attention).toBe('receipt_reused')
  })
})
