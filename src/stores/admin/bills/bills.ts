import type { correctBill as CorrectBill, listBills, readBill } from '#contract/admin/bills.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BILL_KINDS } from '#domain/bill.ts'
import { LOCATION_IDS, type LocationId } from '#domain/location.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { readIdFromUrl, writeIdToUrl } from '../id-in-url.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'
import { createSelectedRecord } from '../selected-record.ts'
import { requireSession } from '../session/session.ts'

export type BillDetail = Output<typeof readBill>
export type BillRow = BillDetail['bill']

export const bills = createList<typeof listBills>({
  load: (input) => staffLedger.bills(input),
  filter: { q: 'text', location: LOCATION_IDS, kind: BILL_KINDS, from: 'text', to: 'text' },
  idOf: ({ number }) => number,
})

const selectedBill = createSelectedRecord<BillDetail>((number) => staffLedger.bill(number))
export const { $selected: $selectedBill, reload: reloadBill } = selectedBill

export async function openBills(): Promise<void> {
  await Promise.all([bills.open(), selectedBill.select(readIdFromUrl())])
}

/** Follows Back and Forward. */
export function syncBillsWithUrl(): void {
  bills.syncWithUrl()
  void selectedBill.select(readIdFromUrl())
}

export function selectBill(number: string | undefined): void {
  writeIdToUrl(number)
  void selectedBill.select(number)
}

/** Counts a copy and reads it as PDF, marked with its number. A failed read is repeated with the same copy. */
export async function readBillFile(number: string): Promise<Outcome<File>> {
  const outcome = await withIdempotencyKey(['copy_bill', number], async (key) => {
    const counted = await requireSession(staffLedger.copyBill(number, { medium: 'pdf' }, key))
    return counted.ok ? requireSession(staffLedger.billFile(number, counted.value.copy)) : counted
  })
  if (!outcome.ok) return outcome
  void reloadBill()
  return succeed(toPdf(number, outcome.value))
}

/** Reads the documents that a location issued on a day, one page each. */
export async function readBillsOfDay(location: LocationId, date: string): Promise<Outcome<File>> {
  const outcome = await requireSession(staffLedger.billsOfDay({ location, date }))
  return outcome.ok ? succeed(toPdf(`bills-${location}-${date}`, outcome.value)) : outcome
}

const toPdf = (name: string, bytes: Uint8Array<ArrayBuffer>): File =>
  new File([bytes], `${name}.pdf`, { type: 'application/pdf' })

/** Opens the new bill after a correction. */
export async function correctBill(
  number: string,
  correction: Input<typeof CorrectBill>,
): Promise<Outcome<Output<typeof CorrectBill>>> {
  const outcome = await withIdempotencyKey(['correct_bill', number, correction], (key) =>
    requireSession(staffLedger.correctBill(number, correction, key)),
  )
  if (outcome.ok) {
    selectBill(outcome.value.bill)
    void bills.reload()
  }
  return outcome
}
