import { expect, test } from 'vitest'
import { openGateways } from '#server/payments/gateways/index.ts'
import { attempt, contextWith, NOW, refuseAll } from './doubles.ts'

const gateways = openGateways(contextWith(refuseAll))

test('a transfer names the account, the booking as reference and until when the seats are kept', async () => {
  const started = await gateways.bank_transfer?.start({ ...attempt, method: 'bank_transfer' }, NOW + 72 * 3_600_000)
  expect(started).toEqual({
    ok: true,
    value: {
      next: {
        kind: 'transfer',
        bankName: 'A Bank',
        accountName: 'A Payee',
        accountNumber: '0123',
        branch: 'Patan',
        reference: 'BK-1795240800000-7K2M',
        expiresAt: '2026-11-24T06:00:00.000Z',
      },
    },
  })
})

test('nothing but staff says that a transfer arrived', async () => {
  expect(await gateways.bank_transfer?.lookup(attempt)).toMatchObject({ kind: 'pending' })
  expect(gateways.bank_transfer?.readCallback({ data: 'x', status: 'COMPLETE' })).toEqual({ kind: 'none' })
})

test('the registry is closed: the other methods are not there', () => {
  expect(Object.keys(gateways).sort()).toEqual(['bank_transfer', 'esewa', 'khalti'])
})
