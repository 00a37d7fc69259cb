import { describe, expect, test } from 'vitest'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { HOUR, MINUTE, NOW } from '../support/app.ts'
import { visitorOf } from '../support/ledger.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { STANDS, type Stand } from '../support/stands.ts'
import { drawnReceipt } from '../support/uploads.ts'

describe.each(Object.entries(STANDS))('what only staff can see, at the ledger of %s', (_, open) => {
  let stand: Stand
  let ledger: Ledger
  open((opened) => {
    stand = opened
    ledger = opened.ledger
  })
  const { begin, read } = visitorOf(() => ledger)

  const receipt = async () => new Blob([new Uint8Array(await drawnReceipt())], { type: 'image/png' })

  test('a transfer is announced once, and its place kept for three days', async () => {
    const { booking, ...started } = await begin('bank_transfer')
    expect(started.next).toMatchObject({ kind: 'transfer', reference: booking.bookingId })
    expect(await read(booking)).toMatchObject({
      status: 'pending_verification',
      expiresAt: new Date(NOW + 72 * HOUR).toISOString(),
    })
    expect(granted(await ledger.startPayment(booking, 'bank_transfer'))).toEqual(started)
    expect(refusalOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
    await stand.pass(72 * HOUR)
    expect((await read(booking)).status).toBe('expired')
    expect(await stand.memberships()).toEqual([])
  })

  test('a code is shown again while its five minutes run', async () => {
    const { booking, ...first } = await begin('qr_payment')
    expect(first.next).toMatchObject({
      kind: 'qr',
      reference: booking.bookingId,
      expiresAt: new Date(NOW + 5 * MINUTE).toISOString(),
    })
    await stand.pass(5 * MINUTE - 1)
    expect(granted(await ledger.startPayment(booking, 'qr_payment'))).toEqual(first)
    await stand.pass(1)
    expect(granted(await ledger.startPayment(booking, 'qr_payment')).paymentId).not.toBe(first.paymentId)
  })

  test('a receipt hands a QR payment to staff, and its reading is judged by the rules', async () => {
    const told = async (reading: Parameters<Ledger['reportReading']>[2]['reading']) => {
      const { booking, paymentId } = await begin('qr_payment')
      const file = await receipt()
      const { receiptId, bookingState } = granted(await ledger.sendReceipt(booking, paymentId, file))
      expect(bookingState).toBe('pending_verification')
      expect((await read(booking)).payments).toMatchObject([{ receiptAt: new Date(NOW).toISOString() }])
      const problems = async (said: typeof reading) =>
        granted(await ledger.reportReading(booking, paymentId, { receiptId, reading: said })).problems
      const first = await problems(reading)
      // What was read first stands.
      expect(await problems({ confidence: 0 })).toEqual(first)
      return { first, booking, paymentId, file }
    }
    const { booking, paymentId, file, first } = await told({ confidence: 0.81, amount: 959_500 })
    expect(first).toEqual([])
    expect((await told({ confidence: 0.8, amount: 959_501 })).first).toEqual(['low_confidence', 'amount_mismatch'])
    const old = await told({ confidence: 0.9, transactedAt: NOW - 30 * MINUTE - 1 })
    expect(old.first).toEqual(['amount_missing', 'too_old'])
    const reading = { confidence: 1 }
    const unknown = await ledger.reportReading(booking, paymentId, { receiptId: 'x', reading })
    expect(refusalOf(unknown).code).toBe('not_found')
    const stranger = { bookingId: booking.bookingId, secret: 'x' }
    expect(refusalOf(await ledger.sendReceipt(stranger, paymentId, file)).code).toBe('not_found')
  })

  test('three receipts at most; the first gives staff their time, and no other begins it anew', async () => {
    const { booking, paymentId } = await begin('bank_transfer')
    const expiry = async () => Date.parse((await read(booking)).expiresAt ?? '') - NOW
    const send = async () => ledger.sendReceipt(booking, paymentId, await receipt())
    await stand.pass(60 * HOUR)
    granted(await send())
    expect(await expiry()).toBe(132 * HOUR)
    await stand.pass(HOUR)
    granted(await send())
    granted(await send())
    expect(await expiry()).toBe(132 * HOUR)
    expect(refusalOf(await send()).code).toBe('too_many')
  })

  test('a file that is no picture is refused, and no receipt is taken for what a gateway confirms', async () => {
    const { booking, paymentId } = await begin('qr_payment')
    const text = new Blob(['not a picture'], { type: 'image/png' })
    expect(refusalOf(await ledger.sendReceipt(booking, paymentId, text)).code).toBe('unsupported_type')
    expect((await read(booking)).status).toBe('held')
    const esewa = await begin('esewa')
    expect(refusalOf(await ledger.sendReceipt(esewa.booking, esewa.paymentId, text)).code).toBe('not_payable')
  })
})
