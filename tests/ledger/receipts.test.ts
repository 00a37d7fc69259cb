/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { Ledger } from '#stores/ledger/index.ts'
import { HOUR, MINUTE, NOW } from '../support/app.ts'
import { EDITIONS } from '../support/editions.ts'
import { useEdition } from '../support/ledger.ts'
import { failureOf, granted } from '../support/orders.ts'
import { drawnReceipt } from '../support/receipt-uploads.ts'

describe.each(Object.entries(EDITIONS))('payments confirmed by staff at the ledger of %s', (_, open) => {
  const { edition, ledger, start, read, memberships } = useEdition(open)

  const receipt = async () => new Blob([new Uint8Array(await drawnReceipt())], { type: 'image/png' })

  test('announces a transfer once and holds its seats for three days', async () => {
    const { booking, ...started } = await start('bank_transfer')
    expect(started.next).toMatchObject({ kind: 'transfer', reference: booking.bookingId })
    const expiresAt = new Date(NOW + 72 * HOUR).toISOString()
    expect(await read(booking)).toMatchObject({ status: 'pending_verification', expiresAt })
    expect(granted(await ledger.startPayment(booking, 'bank_transfer'))).toEqual(started)
    expect(failureOf(await ledger.startPayment(booking, 'esewa')).code).toBe('not_payable')
    await edition.advance(72 * HOUR)
    expect((await read(booking)).status).toBe('expired')
    expect(await memberships()).toEqual([])
  })

  test('returns the same QR code for five minutes', async () => {
    const { booking, ...first } = await start('qr_payment')
    const expiresAt = new Date(NOW + 5 * MINUTE).toISOString()
    expect(first.next).toMatchObject({ kind: 'qr', reference: booking.bookingId, expiresAt })
    await edition.advance(5 * MINUTE - 1)
    expect(granted(await ledger.startPayment(booking, 'qr_payment'))).toEqual(first)
    await edition.advance(1)
    expect(granted(await ledger.startPayment(booking, 'qr_payment')).paymentId).not.toBe(first.paymentId)
  })

  test('hands a QR payment with a receipt to staff and checks its reading', async () => {
    const uploadAndReport = async (reading: Parameters<Ledger['reportReading']>[2]['reading']) => {
      const { booking, paymentId } = await start('qr_payment')
      const file = await receipt()
      const { receiptId, bookingState } = granted(await ledger.sendReceipt(booking, paymentId, file))
      expect(bookingState).toBe('pending_verification')
      expect((await read(booking)).payments).toMatchObject([{ receiptAt: new Date(NOW).toISOString() }])
      const problems = async (reported: typeof reading) =>
        granted(await ledger.reportReading(booking, paymentId, { receiptId, reading: reported })).problems
      const first = await problems(reading)
      // The first reading is final.
      expect(await problems({ confidence: 0 })).toEqual(first)
      return { first, booking, paymentId, file }
    }
    const { booking, paymentId, file, first } = await uploadAndReport({ confidence: 0.81, amount: paisa(959_500) })
    expect(first).toEqual([])
    const other = await uploadAndReport({ confidence: 0.8, amount: paisa(959_501) })
    expect(other.first).toEqual(['low_confidence', 'amount_mismatch'])
    const old = await uploadAndReport({ confidence: 0.9, transactedAt: NOW - 30 * MINUTE - 1 })
    expect(old.first).toEqual(['amount_missing', 'too_old'])
    const reading = { confidence: 1 }
    const unknown = await ledger.reportReading(booking, paymentId, { receiptId: 'x', reading })
    expect(failureOf(unknown).code).toBe('not_found')
    const stranger = { bookingId: booking.bookingId, secret: 'x' }
    expect(failureOf(await ledger.sendReceipt(stranger, paymentId, file)).code).toBe('not_found')
  })

  test('accepts three receipts, of which the first extends the hold', async () => {
    const { booking, paymentId } = await start('bank_transfer')
    const expiry = async () => Date.parse((await read(booking)).expiresAt ?? '') - NOW
    const send = async () => ledger.sendReceipt(booking, paymentId, await receipt())
    await edition.advance(60 * HOUR)
    granted(await send())
    expect(await expiry()).toBe(132 * HOUR)
    await edition.advance(HOUR)
    granted(await send())
    granted(await send())
    expect(await expiry()).toBe(132 * HOUR)
    expect(failureOf(await send()).code).toBe('too_many')
  })

  test('rejects a file that is no image and receipts for gateway payments', async () => {
    const { booking, paymentId } = await start('qr_payment')
    const text = new Blob(['not an image'], { type: 'image/png' })
    expect(failureOf(await ledger.sendReceipt(booking, paymentId, text)).code).toBe('unsupported_type')
    expect((await read(booking)).status).toBe('held')
    const esewa = await start('esewa')
    expect(failureOf(await ledger.sendReceipt(esewa.booking, esewa.paymentId, text)).code).toBe('not_payable')
  })
})
