import { succeed } from '#contract/failure.ts'
import { checksum, createDynamicCode, readPayee } from '#domain/receipt/emv-code.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import type { Gateway } from './gateway.ts'

/** The merchant's static code, and the name of the bank whose account it pays into. */
export interface QrMerchant {
  code: string
  bankName: string
}

const SAMPLE = `00020101021129260022NCHL00000000SAMPLECODE5204000053035245802NP5924Sample payee, do not pay6009KATHMANDU6304`
/** Leads to no account. */
export const SAMPLE_MERCHANT_QR = SAMPLE + checksum(SAMPLE)

/**
 * A code for the payer's banking app, derived from the merchant's own. Nothing reports its payment: staff who see the
 * money in the account confirm it.
 */
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
    readCallback: () => ({ kind: 'none' }),
  }
}
