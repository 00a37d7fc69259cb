import type { ReactNode } from 'react'
import type { List } from '#stores/admin/list.ts'
import { EmptyState } from '../EmptyState.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { formatRowCount, type RowNames } from './format-row-count.ts'
import { ListFooter } from './ListFooter.tsx'

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
export function ListBody<Row>({ list, read, showMore, clear, names, none, isNarrowed, children }: Props<Row>) {
  const { rows, next, busy, failure } = list
  const isMore = next !== null
  const count = rows && formatRowCount(rows.length, isMore, list.about?.total, names)
  return (
    <>
      {failure && <LoadError failure={failure} onRetry={() => void (rows && isMore ? showMore() : read())} />}
      {!rows && !failure && <Skeleton />}
      <p className="visually-hidden" role="status">
        {busy === 'no' && count}
      </p>
      {rows?.length === 0 && (
        <EmptyState title={none.title}>
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
        </EmptyState>
      )}
      {rows && rows.length > 0 && count && (
        <>
          {children(rows, busy === 'reading')}
          <ListFooter status={count} more={isMore} busy={busy === 'reading_more'} onMore={() => void showMore()} />
        </>
      )}
    </>
  )
}
