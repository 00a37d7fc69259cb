import type { Queries } from '../db/database.ts'
import type { BillCopy } from '../db/schema.ts'

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
