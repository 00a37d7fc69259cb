import { expect, test } from 'vitest'
import { createDynamicCode, readMerchantCode, readPayee } from '#domain/receipt/emv-code.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import { SAMPLE_MERCHANT_QR } from '#server/payments/gateways/qr.ts'
import { attempt, contextWith, NOW, refuseAll } from './doubles.ts'

const { qr_payment } = openGateways(contextWith(refuseAll, { merchantQr: SAMPLE_MERCHANT_QR }))

test('a QR payment is a code of its own with the amount, the booking and five minutes', async () => {
  expect(await qr_payment?.start({ ...attempt, method: 'qr_payment' }, NOW + 20 * 60_000)).toEqual({
    ok: true,
    value: {
      next: {
        kind: 'qr',
        code: createDynamicCode(SAMPLE_MERCHANT_QR, { amount: attempt.amount, reference: attempt.bookingId }),
        accountName: 'Sample payee, do not pay',
        bankName: 'A Bank',
        reference: 'BK-1795240800000-7K2M',
        expiresAt: '2026-11-21T06:05:00.000Z',
      },
    },
  })
})

test('nothing but staff says that it arrived', async () => {
  expect(await qr_payment?.lookup(attempt)).toMatchObject({ kind: 'pending' })
  expect(qr_payment?.readCallback({ status: 'COMPLETE' })).toEqual({ kind: 'none' })
})

test('the sample names nobody that could be paid', () => {
  expect(readMerchantCode(SAMPLE_MERCHANT_QR).ok).toBe(true)
  expect(readPayee(SAMPLE_MERCHANT_QR)).toBe('Sample payee, do not pay')
})

test('without a merchant’s code there is no such gateway', () => {
  expect(openGateways(contextWith(refuseAll))).not.toHaveProperty('qr_payment')
})
