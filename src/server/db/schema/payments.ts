import type { IsoDate } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'
import type { AttemptState, PaymentPurpose, RecordedMethod } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { RefundChannel, RefundState } from '#domain/refund.ts'
import type { Instant } from '../instant.ts'

export interface PaymentTables {
  payments: {
    /** From `createSecret`; also our reference at the gateway. */
    id: string
    booking_id: string
    method: RecordedMethod
    state: AttemptState
    /** Charged, including `fee`. */
    amount: Paisa
    fee: Paisa
    currency: 'NPR'
    /** The gateway's id of the attempt, by which it is looked up. */
    gateway_id: string | null
    /** The text of a QR code that the gateway made; null for codes made from the merchant's own. */
    qr_code: string | null
    /** The gateway's id of the received money. */
    provider_reference: string | null
    reason: string | null
    /** Last lookup at the gateway. */
    queried_at: Instant | null
    /** Start of an extended hold, while the gateway leaves open whether money will arrive. */
    held_since: Instant | null
    /** Null while unknown; differs from `amount` in a mismatch. */
    received: Paisa | null
    /** When and on which day in Kathmandu the money was first recorded as received. */
    received_at: Instant | null
    received_on: IsoDate | null
    /** The staff member who took the money or found it in the account. */
    taken_by: string | null
    /** When a manager found what the desk took by QR or card in the account. */
    reconciled_at: Instant | null
    reconciled_by: string | null
    /** Refunded or being refunded, at most what was received. */
    refunded: Paisa
    /** Total refund promised at the cancellation; null without a promise. */
    refund_due: Paisa | null
    refund_due_at: Instant | null
    /** Total refunded by the gateway at the last notification of staff, which is not repeated. */
    notified_refunded: Paisa | null
    /** The booking version whose price difference it pays; null pays the booking's own price. */
    difference_version: number | null
    purpose: PaymentPurpose
    /** The change that it pays; null for other purposes. */
    change_id: string | null
    /** When automatic lookups of an open payment ended. */
    left_to_staff_at: Instant | null
    reminded_at: Instant | null
    /** 0 if it has no bill: it was paid before there were bills, or is refunded as a second or late payment. */
    billable: number
    /** Since when its bill or a note of it waits for a number; null if none waits. */
    bill_due_at: Instant | null
    created_at: Instant
    updated_at: Instant
  }
  payment_reports: { id: string; payment_id: string; source: string; body: string; created_at: Instant }
  /** Reasons to review a settled payment. `raised` is a new id at each repetition, `created_at` the first time. */
  payment_alerts: { payment_id: string; alert: PaymentAlert; raised: string; created_at: Instant }
  /** Webhooks that were handled, as a gateway sends each several times. */
  gateway_events: { method: RecordedMethod; id: string; created_at: Instant }
  /** A receipt, once per file and payment. */
  receipts: {
    id: string
    payment_id: string
    /** SHA-256 of the file and of its pixels, which detects a receipt that was saved again. */
    file_hash: string
    pixel_hash: string
    /** Re-encoded as JPEG; null once deleted. */
    image: Uint8Array | null
    /** Text recognised in the payer's browser (JSON), which is not trusted. */
    reading: string | null
    /** Normalised for comparison. */
    transaction_id: string | null
    created_at: Instant
  }
  refunds: {
    /** Also the idempotency key at the gateway. */
    id: string
    payment_id: string
    idempotency_key: string
    body_hash: string
    channel: RefundChannel
    state: RefundState
    amount: Paisa
    reason: string
    /** Of the gateway's refund or of the staff's own transfer; of a cash refund who took it. */
    reference: string | null
    response: string | null
    /** Null for a refund found at the gateway. */
    staff_id: string | null
    queried_at: Instant | null
    left_to_staff_at: Instant | null
    /** When and on which day in Kathmandu it was done. */
    refunded_at: Instant | null
    refunded_on: IsoDate | null
    /** The staff member who paid out a cash refund. */
    paid_by: string | null
    created_at: Instant
    updated_at: Instant
  }
  /** Where the customer of a cancelled booking proposes to receive the refund. */
  refund_accounts: {
    booking_id: string
    /** Encrypted JSON (`secrets.ts`). */
    account: string
    created_at: Instant
    changeable_until: Instant
    /** When the refund was sent; the row is deleted 90 days later. */
    paid_at: Instant | null
  }
}
