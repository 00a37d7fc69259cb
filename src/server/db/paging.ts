import { type AliasableExpression, sql } from 'kysely'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { MAX_COUNTED, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/paging.ts'
import type { Queries } from './database.ts'

/** The place of a row in its list: what the list is sorted by, and what tells apart the rows of one place. */
export type Cursor = readonly [sorted: string, id: string]

/**
 * Which page of a list is asked for, from its query. The cursor is the place of the last row that was read, so that new
 * rows move nothing.
 */
export function parsePaging(query: {
  cursor?: string | undefined
  limit?: string | undefined
}): Outcome<{ size: number; after: Cursor | undefined }> {
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
  const size = query.limit === undefined ? PAGE_SIZE : parseLimit(query.limit)
  const fields = {
    ...(query.cursor !== undefined && !after && { cursor: 'Send the "next" of an earlier answer' }),
    ...(size === undefined && { limit: `Send a whole number from 1 to ${MAX_PAGE_SIZE}` }),
  }
  return size === undefined || Object.keys(fields).length > 0 ? fail('invalid', { fields }) : succeed({ size, after })
}

/** The rows of a page out of those found, one more than it holds, and the cursor of the next. */
export function paginate<Row>(
  found: readonly Row[],
  size: number,
  placeOf: (row: Row) => Cursor,
): { page: Row[]; next: string | null } {
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return { page, next: last ? Buffer.from(placeOf(last).join(' ')).toString('base64url') : null }
}

/** A query for all rows of a list, without a page's limit. */
interface ListQuery {
  clearOrderBy(): { limit(rows: number): AliasableExpression<object> }
}

/** The total of a list for its first page; nothing where a cursor asks for a later page. */
export async function countTotal(
  db: Queries,
  query: ListQuery,
  page: { after: unknown; next: string | null; rows: number },
): Promise<{ total?: number }> {
  if (page.after !== undefined) return {}
  if (page.next === null) return { total: page.rows }
  const counted = query.clearOrderBy().limit(MAX_COUNTED + 1)
  return db.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
}

function parseCursor(cursor: string): Cursor | undefined {
  const [, sorted, id] = /^([\w:.-]{1,40}) ([\w-]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return sorted && id ? [sorted, id] : undefined
}

function parseLimit(text: string): number | undefined {
  const limit = Number(text)
  return /^\d{1,3}$/.test(text) && limit >= 1 && limit <= MAX_PAGE_SIZE ? limit : undefined
}
