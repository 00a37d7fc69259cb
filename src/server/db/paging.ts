import { type AliasableExpression, sql } from 'kysely'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { MAX_COUNTED, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/paging.ts'
import type { Queries } from './database.ts'

/** A row's sort value and its id, which separates rows of equal sort values. */
export type Cursor = readonly [sorted: string, id: string]

interface Paging {
  size: number
  after: Cursor | undefined
}

/** Parses `cursor` and `limit`. The cursor names the last row that was read, so that new rows move nothing. */
export function parsePaging(query: { cursor?: string | undefined; limit?: string | undefined }): Outcome<Paging> {
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
  const size = query.limit === undefined ? PAGE_SIZE : parseLimit(query.limit)
  const fields = {
    ...(query.cursor !== undefined && !after && { cursor: 'Send the "next" value of an earlier response' }),
    ...(size === undefined && { limit: `Send a whole number from 1 to ${MAX_PAGE_SIZE}` }),
  }
  return size === undefined || Object.keys(fields).length > 0 ? fail('invalid', { fields }) : succeed({ size, after })
}

interface ListQuery<Row> {
  limit(rows: number): { execute(): Promise<Row[]> }
  clearOrderBy(): { limit(rows: number): AliasableExpression<object> }
}

/** Reads one page of a list that continues after a cursor, and counts the list for its first page. */
export async function readPage<Row>(
  db: Queries,
  query: ListQuery<Row>,
  { size, after }: Paging,
  cursorOf: (row: Row) => Cursor,
): Promise<{ page: Row[]; next: string | null; total: { total?: number } }> {
  // One row more shows whether there is a next page.
  const found = await query.limit(size + 1).execute()
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  const next = last ? formatCursor(cursorOf(last)) : null
  if (after !== undefined) return { page, next, total: {} }
  if (next === null) return { page, next, total: { total: page.length } }
  const counted = query.clearOrderBy().limit(MAX_COUNTED + 1)
  const count = db.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total'))
  return { page, next, total: await count.executeTakeFirstOrThrow() }
}

/** Whether the rows of all pages are few enough to add up something of each. */
export const isCounted = ({ total = MAX_COUNTED + 1 }: { total?: number }): boolean => total <= MAX_COUNTED

const formatCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** A name of 600 characters, three bytes each, is 3,200 characters long in a cursor. */
const MAX_CURSOR_LENGTH = 4_000

function parseCursor(cursor: string): Cursor | undefined {
  try {
    const [sorted, id, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isValid = typeof sorted === 'string' && typeof id === 'string' && more.length === 0
    return isValid && cursor.length <= MAX_CURSOR_LENGTH && !`${sorted}${id}`.includes('\0') ? [sorted, id] : undefined
  } catch {
    return undefined
  }
}

function parseLimit(text: string): number | undefined {
  const limit = Number(text)
  return /^\d{1,3}$/.test(text) && limit >= 1 && limit <= MAX_PAGE_SIZE ? limit : undefined
}
