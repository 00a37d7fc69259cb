import type { ReactNode } from 'react'
import type { List } from '#stores/admin/list.ts'
import { Empty } from '../Empty.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { ListFoot } from './ListFoot.tsx'
import { type RowNames, rowCount } from './row-count.ts'

interface Props<Row> {
  list: List<Row, { total?: number | undefined }>
  read: () => Promise<void>
  showMore: () => Promise<void>
  clear: () => void
  names: RowNames
  /** Where nothing is found: the heading, and what else to try where something narrows the list, or what will stand here. */
  none: { title: string; instead: string; first: string }
  isNarrowed: boolean
  children: (rows: readonly Row[], isReading: boolean) => ReactNode
}

/** The rows of a list, or what stands where they will be, where there are none, or where they could not be read. */
export function Listed<Row>({ list, read, showMore, clear, names, none, isNarrowed, children }: Props<Row>) {
  const { rows, next, busy, failure } = list
  const isMore = next !== null
  const count = rows && rowCount(rows.length, isMore, list.about?.total, names)
  return (
    <>
      {failure && <Problem failure={failure} again={() => void (rows && isMore ? showMore() : read())} />}
      {!rows && !failure && <Skeleton />}
      <p className="visually-hidden" role="status">
        {busy === 'no' && count}
      </p>
      {rows?.length === 0 && (
        <Empty title={none.title}>
          {isNarrowed ? (
            <>
              {none.instead}, or{' '}
              <button type="button" className="link" onClick={clear}>
                clear the filters
              </button>
              .
            </>
          ) : (
            none.first
          )}
        </Empty>
      )}
      {rows && rows.length > 0 && count && (
        <>
          {children(rows, busy === 'reading')}
          <ListFoot said={count} more={isMore} busy={busy === 'reading_more'} onMore={() => void showMore()} />
        </>
      )}
    </>
  )
}
