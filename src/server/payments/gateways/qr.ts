import { succeed } from '#contract/failure.ts'
import { createDynamicCode, readPayee } from '#domain/receipt/emv-code.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import type { Gateway } from './gateway.ts'

/** The merchant's static code, and the bank of its account. */
interface QrMerchant {
  code: string
  bankName: string
}

/** A code for the payer's banking app, made from the merchant's. Only staff can confirm the payment. */
export function qrGateway({ code, bankName }: QrMerchant): Gateway {
  return {
    method: 'qr_payment',
    window: VERIFICATION_TIMEOUT_MS,
    start: async ({ amount, bookingId, createdAt }) =>
      succeed({
        next: {
          kind: 'qr',
          code: createDynamicCode(code, { amount, reference: bookingId }),
          accountName: readPayee(code),
          bankName,
          reference: bookingId,
          expiresAt: new Date(createdAt + VERIFICATION_TIMEOUT_MS).toISOString(),
        },
      }),
    lookup: async () => ({ kind: 'pending', reason: 'Staff check the bank account' }),
    readReturn: () => ({ kind: 'none' }),
  }
}
