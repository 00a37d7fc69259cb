import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Paisa } from '#domain/money.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'

/** What the accountant needs of a payment besides its row. */
export interface PaymentMoney {
  locationId: LocationId
  receivedOn: IsoDate | null
  /** The staff member who took the money or found it in the account. */
  takenBy: string | null
  /** Part of the amount. */
  fee: Paisa
  /** The latest bill; `null` without one. `taxable` and `vat` are `null` without VAT. */
  bill: {
    number: string
    buyerName: string
    buyerPan: string
    gross: Paisa
    taxable: Paisa | null
    vat: Paisa | null
  } | null
}

export async function readPaymentMoney(db: Queries, ids: readonly string[]): Promise<Map<string, PaymentMoney>> {
  if (ids.length === 0) return new Map()
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .leftJoin('staff', 'staff.id', 'payments.taken_by')
    .select(['payments.id', 'location_id', 'received_on', 'fee', 'staff.name', 'staff.email'])
    .where('payments.id', 'in', ids)
    .execute()
  const bills = await db
    .selectFrom('bills')
    .select(['payment_id', 'number', 'buyer_name as buyerName', 'buyer_pan as buyerPan'])
    .select(['gross', 'taxable', 'vat'])
    .where('payment_id', 'in', ids)
    .where('of_number', 'is', null)
    .orderBy('revision')
    .execute()
  // A correction follows the bill that it replaces.
  const latest = new Map(bills.map(({ payment_id, ...bill }) => [payment_id, bill]))
  return new Map(
    payments.map(({ id, location_id, received_on, fee, name, email }) => [
      id,
      {
        locationId: location_id,
        receivedOn: received_on,
        takenBy: email === null ? null : formatStaffName(name, email),
        fee,
        bill: latest.get(id) ?? null,
      },
    ]),
  )
}
