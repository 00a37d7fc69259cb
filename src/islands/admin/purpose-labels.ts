import type { PaymentPurpose } from '#domain/payment.ts'

/** `null` for a payment of the booking itself. */
export const PURPOSE_LABELS: Readonly<Record<PaymentPurpose, string | null>> = {
  booking: null,
  difference: 'Change of date',
  hours: 'Meeting-room hours',
}
