import { succeed } from '#contract/failure.ts'
import type { BankAccount, Gateway } from './gateway.ts'

/** A transfer between banks: nobody reports it, so staff who see the money in the account confirm it. */
export function bankTransferGateway(bank: BankAccount): Gateway {
  return {
    method: 'bank_transfer',
    window: 0,
    start: async (attempt, seatsKeptUntil) =>
      succeed({
        next: {
          kind: 'transfer',
          ...bank,
          reference: attempt.bookingId,
          expiresAt: new Date(seatsKeptUntil).toISOString(),
        },
      }),
    lookup: async () => ({ kind: 'pending', reason: 'Staff check the bank account' }),
    readCallback: () => ({ kind: 'none' }),
  }
}
