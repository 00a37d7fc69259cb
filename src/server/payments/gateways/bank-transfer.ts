import { succeed } from '#contract/failure.ts'
import type { BankAccount } from '../../env.ts'
import type { Gateway } from './gateway.ts'

export function bankTransferGateway(bank: BankAccount): Gateway {
  return {
    method: 'bank_transfer',
    window: 0,
    start: async (attempt, seatsHeldUntil) =>
      succeed({
        next: {
          kind: 'transfer',
          ...bank,
          reference: attempt.bookingId,
          expiresAt: new Date(seatsHeldUntil).toISOString(),
        },
      }),
    lookup: async () => ({ kind: 'pending', reason: 'Staff check the bank account' }),
    readReturn: () => ({ kind: 'none' }),
  }
}
