import type { copyBill } from '#contract/admin/bills.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { type CopyMark, getCopyMark } from '#domain/bill.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Bill, BillCopy } from '../db/schema.ts'

interface CopyRequest extends Input<typeof copyBill> {
  /** A staff id or `customer`. */
  madeBy: string
  key: string
}

/** A repeated key returns the same copy. */
export async function makeCopy(
  app: App,
  db: Queries,
  { number, booking_id }: Pick<Bill, 'number' | 'booking_id'>,
  { medium, madeBy, key }: CopyRequest,
): Promise<Outcome<Output<typeof copyBill>>> {
  await lockBooking(db, booking_id)
  const repeated = await claimIdempotencyKey(db, toIdempotentRequest(key, ['copy_bill', number, medium, madeBy]))
  if (repeated) return repeated.ok ? succeed(await readCopy(db, key)) : repeated
  const copy = await insertCopy(db, {
    number,
    medium,
    email_id: null,
    made_by: madeBy,
    idempotency_key: key,
    created_at: instant(app.now()),
  })
  return succeed({ copy })
}

const readCopy = (db: Queries, key: string): Promise<Output<typeof copyBill>> =>
  db.selectFrom('bill_copies').select('copy').where('idempotency_key', '=', key).executeTakeFirstOrThrow()

/** Counts that a document leaves us. The caller holds the lock of its booking. Returns 0 for the original. */
export async function insertCopy(db: Queries, copy: Omit<BillCopy, 'copy'>): Promise<number> {
  const { last } = await db
    .selectFrom('bill_copies')
    .select((row) => row.fn.max<number | null>('copy').as('last'))
    .where('number', '=', copy.number)
    .executeTakeFirstOrThrow()
  const row: BillCopy = { ...copy, copy: last === null ? 0 : last + 1 }
  await db.insertInto('bill_copies').values(row).execute()
  return row.copy
}

/** What a requested copy prints; undefined if its maker did not count it. Without `copy`, one that is not counted. */
export async function readCopyMark(
  db: Queries,
  number: string,
  copy: string | undefined,
  madeBy: string,
): Promise<CopyMark | undefined> {
  if (copy === undefined) return 'Copy of Original'
  const counted = await db
    .selectFrom('bill_copies')
    .select('copy')
    .where('number', '=', number)
    .where('copy', '=', Number(copy))
    .where('made_by', '=', madeBy)
    .executeTakeFirst()
  return counted && getCopyMark(counted.copy)
}
