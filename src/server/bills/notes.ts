import { type BillRemainder, composeNote, getNoteOutlet } from '#domain/bill.ts'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { type Credited, splitCredit, type VatSplit } from '#domain/vat.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Bill, Payment, Refund } from '../db/schema.ts'
import { parseBill } from './bill.ts'
import { storeBill } from './numbers.ts'

/**
 * Issues the notes that the refunds of a locked payment lack: a credit note for one that is done, a debit note for one
 * that failed afterwards. A payment without a bill has none. Returns false if a note waits for a number.
 */
export async function issueNotes(app: App, db: Queries, payment: Payment): Promise<boolean> {
  const refunds = await readEndedRefunds(db, payment)
  if (refunds.length === 0) return true
  const documents = await readDocuments(db, payment)
  const bills = documents.filter(({ of_number }) => of_number === null).toSorted(byRevision)
  const [first, bill] = [bills.at(0), bills.at(-1)]
  if (!first || !bill) return true
  const notes = documents.filter(({ refund_id }) => refund_id !== null)
  const findNote = (refund: Refund, kind: 'credit' | 'debit') =>
    notes.find((note) => note.refund_id === refund.id && note.kind === kind)
  let refunded = 0
  // Those with a note first, because two can have ended at the same moment.
  for (const refund of refunds.toSorted(
    (one, other) => Number(!findNote(one, 'credit')) - Number(!findNote(other, 'credit')),
  )) {
    const credit = findNote(refund, 'credit')
    let note: Bill | undefined
    if (refund.state === 'failed') {
      if (!credit || findNote(refund, 'debit')) continue
      note = await storeDebitNote(app, db, bill, refund, credit)
    } else {
      refunded += refund.amount
      // What was received above the bill is refunded first.
      const due = Math.min(first.gross, getReceivedAmount(payment) - refunded)
      const own = notes.filter(({ of_number }) => of_number === bill.number)
      const amount = paisa(getRemainder(bill, own).amount - due)
      if (credit || amount <= 0) continue
      note = await storeCreditNote(app, db, bill, refund, amount, own)
    }
    if (!note) return false
    notes.push(note)
  }
  return true
}

const readDocuments = (db: Queries, { id, booking_id }: Payment): Promise<Bill[]> =>
  db.selectFrom('bills').selectAll().where('booking_id', '=', booking_id).where('payment_id', '=', id).execute()

const byRevision = (one: Bill, other: Bill): number => one.revision - other.revision

const readEndedRefunds = (db: Queries, { id }: Payment): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', id)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('updated_at')
    .orderBy('id')
    .execute()

/** What credit notes took off the bill and debit notes have not restored. */
function sumCredited(notes: readonly Bill[]): Credited {
  const signed = notes.map(({ kind, gross, taxable }) => ({ sign: kind === 'credit' ? 1 : -1, gross, taxable }))
  return {
    gross: sum(signed.map(({ sign, gross }) => paisa(sign * gross))),
    taxable: sum(signed.map(({ sign, taxable }) => paisa(sign * (taxable ?? 0)))),
  }
}

/** 0 after a correction or a refund of everything. */
export function getRemainder({ gross, taxable }: Bill, notes: readonly Bill[]): BillRemainder {
  const credited = sumCredited(notes)
  const amount = paisa(gross - credited.gross)
  if (taxable === null) return { amount, split: undefined }
  const rest = paisa(taxable - credited.taxable)
  return { amount, split: { taxable: rest, vat: paisa(amount - rest) } }
}

function storeCreditNote(
  app: App,
  db: Queries,
  bill: Bill,
  refund: Refund,
  amount: Paisa,
  notes: readonly Bill[],
): Promise<Bill | undefined> {
  const { gross, taxable } = bill
  const split = taxable === null ? undefined : splitCredit({ gross, taxable }, sumCredited(notes), amount)
  const label = `Refund of bill ${bill.number}`
  return storeNote(app, db, 'credit', bill, refund, { label, amount, split, reason: refund.reason })
}

/** Restores what the credit note of the refund took off. */
function storeDebitNote(
  app: App,
  db: Queries,
  bill: Bill,
  refund: Refund,
  { number, gross, taxable, vat }: Bill,
): Promise<Bill | undefined> {
  const split = taxable === null || vat === null ? undefined : { taxable, vat }
  const reason = 'The refund was not paid out'
  return storeNote(app, db, 'debit', bill, refund, { label: `Credit note ${number}`, amount: gross, split, reason })
}

function storeNote(
  app: App,
  db: Queries,
  kind: 'credit' | 'debit',
  bill: Bill,
  refund: Refund,
  note: { label: string; amount: Paisa; split: VatSplit | undefined; reason: string },
): Promise<Bill | undefined> {
  const { booking_id, payment_id, location_id, method } = bill
  const outlet = getNoteOutlet(bill)
  return storeBill(
    app,
    db,
    { kind, outlet, booking_id, payment_id, location_id, method, refund_id: refund.id, of_number: bill.number },
    kind === 'credit' ? refund.staff_id : null,
    (issue) => composeNote(kind, parseBill(bill), note, issue),
  )
}
