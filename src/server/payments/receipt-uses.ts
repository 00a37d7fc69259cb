import type { ReceiptView } from '#contract/admin/payments.ts'
import { ACCOUNT_METHODS } from '#domain/payment.ts'
import { isAssignedTo, type Workplaces } from '#domain/staff.ts'
import { getCustomerName } from '../bookings/booking.ts'
import type { Queries } from '../db/database.ts'
import type { Payment, Receipt } from '../db/schema.ts'

type ReceiptUse = ReceiptView['earlier'][number]
const MAX_SHOWN = 10

/** Details of other locations are hidden. */
export async function findEarlierUses(
  db: Queries,
  payment: Pick<Payment, 'id' | 'booking_id'>,
  receipt: Pick<Receipt, 'file_hash' | 'pixel_hash' | 'transaction_id'>,
  workplaces: Workplaces,
): Promise<ReceiptUse[]> {
  const { file_hash, pixel_hash, transaction_id: transaction } = receipt
  const columns = ['payments.id', 'booking_id', 'first_name', 'last_name', 'location_id'] as const
  const receipts = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(columns)
    .select(['file_hash', 'pixel_hash'])
    .where('payments.booking_id', '!=', payment.booking_id)
    .where((row) =>
      row.or([
        row('file_hash', '=', file_hash),
        row('pixel_hash', '=', pixel_hash),
        ...(transaction === null ? [] : [row('transaction_id', '=', transaction)]),
      ]),
    )
    .orderBy('receipts.created_at')
    .limit(MAX_SHOWN)
    .execute()
  const paid =
    transaction === null
      ? []
      : await db
          .selectFrom('payments')
          .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
          .select(columns)
          .where('payments.method', 'in', ACCOUNT_METHODS)
          .where('payments.provider_reference', '=', transaction)
          .where('payments.booking_id', '!=', payment.booking_id)
          .execute()
  const found = [
    ...receipts.map((row) => ({ row, match: getMatch(row, receipt) })),
    ...paid.map((row) => ({ row, match: 'transaction' as const })),
  ]
  const uses = new Map<string, ReceiptUse>()
  for (const { row, match } of found) {
    if (uses.has(row.id)) continue
    const customerName = getCustomerName(row)
    uses.set(row.id, {
      match,
      payment: isAssignedTo(workplaces, row.location_id)
        ? { paymentId: row.id, bookingId: row.booking_id, customerName }
        : null,
    })
  }
  return [...uses.values()]
}

type Hashes = Pick<Receipt, 'file_hash' | 'pixel_hash'>

function getMatch(one: Hashes, other: Hashes): ReceiptUse['match'] {
  if (one.file_hash === other.file_hash) return 'file'
  return one.pixel_hash === other.pixel_hash ? 'image' : 'transaction'
}
