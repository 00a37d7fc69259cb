import { expect, test } from 'vitest'
import { createDynamicCode, readMerchantCode, readPayee } from '#domain/receipt/emv-code.ts'
import { SAMPLE_MERCHANT_QR } from '#server/env.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import { attempt, contextWith, NOW, noNetwork } from './doubles.ts'

const gateways = openGateways(contextWith(noNetwork, { merchantQr: SAMPLE_MERCHANT_QR }))
const reference = 'BK-1795240800000-7K2M'

test('a bank transfer returns the account, the booking as reference and the end of the hold', async () => {
  const until = NOW + 72 * 3_600_000
  expect(await gateways.bank_transfer?.start({ ...attempt, method: 'bank_transfer' }, until)).toEqual({
    ok: true,
    value: {
      next: {
        kind: 'transfer',
        bankName: 'A Bank',
        accountName: 'A Payee',
        accountNumber: '0123',
        branch: 'Patan',
        reference,
        expiresAt: '2026-11-24T06:00:00.000Z',
      },
    },
  })
})

test('a QR payment returns its own code with the amount, the booking and five minutes', async () => {
  expect(await gateways.qr_payment?.start({ ...attempt, method: 'qr_payment' }, NOW + 20 * 60_000)).toEqual({
    ok: true,
    value: {
      next: {
        kind: 'qr',
        code: createDynamicCode(SAMPLE_MERCHANT_QR, { amount: attempt.amount, reference: attempt.bookingId }),
        accountName: 'Sample payee, do not pay',
        bankName: 'A Bank',
        reference,
        expiresAt: '2026-11-21T06:05:00.000Z',
      },
    },
  })
})

test.each(['bank_transfer', 'qr_payment'] as const)('%s is confirmed by staff only', async (method) => {
  expect(await gateways[method]?.lookup(attempt)).toMatchObject({ kind: 'pending' })
  expect(gateways[method]?.readReturn({ data: 'x', status: 'COMPLETE' })).toEqual({ kind: 'none' })
})

test('the sample code names no real payee', () => {
  expect(readMerchantCode(SAMPLE_MERCHANT_QR).ok).toBe(true)
  expect(readPayee(SAMPLE_MERCHANT_QR)).toBe('Sample payee, do not pay')
})

test('openGateways omits methods that are not set up', () => {
  expect(Object.keys(openGateways(contextWith(noNetwork))).sort()).toEqual(['bank_transfer', 'esewa', 'khalti'])
})
