import type { BillKind, CopyMedium } from '#domain/bill.ts'
import type { SeriesType } from '#domain/bill-number.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import type { RecordedMethod } from '#domain/payment.ts'
import type { Instant } from '../instant.ts'

export interface BillTables {
  /** The last number of each series. Locked last, as every bill of a series waits for it. */
  bill_counters: { outlet: string; type: SeriesType; fiscal_year: string; last: number }
  /** A bill of a payment, or a note that changes one. Never changed or deleted. */
  bills: {
    number: string
    /** Code of the location, in sandbox and test with `TEST-` before it. */
    outlet: string
    type: SeriesType
    /** `2083/84`, of the day of issue. */
    fiscal_year: string
    /** From 1 without gaps for each outlet, type and fiscal year. */
    sequence: number
    kind: BillKind
    booking_id: string
    payment_id: string
    /** Of the bill of a payment: 1 after its first correction. */
    revision: number
    /** The refund of a note; null for bills and corrections. */
    refund_id: string | null
    /** The bill that a note changes. */
    of_number: string | null
    location_id: LocationId
    transaction_on: IsoDate
    issued_on: IsoDate
    issued_at: Instant
    /** Null is the system. */
    issued_by: string | null
    buyer_name: string
    buyer_pan: string
    method: RecordedMethod
    gross: Paisa
    /** Null without VAT, as `vat`. */
    taxable: Paisa | null
    vat: Paisa | null
    /** A `BillDocument` as JSON. */
    document: string
  }
  /** Each time that a bill left us. Never changed or deleted. */
  bill_copies: {
    number: string
    /** 0 is the original. */
    copy: number
    medium: CopyMedium
    /** The email that carries it, which is deleted earlier; null for other media. */
    email_id: string | null
    /** A staff id or `customer`; null for emails. */
    made_by: string | null
    idempotency_key: string | null
    created_at: Instant
  }
}
