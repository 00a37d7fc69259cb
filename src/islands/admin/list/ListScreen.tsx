import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import type { ListStore } from '#stores/admin/list.ts'
import { EmptyState, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { formatRowCount, formatTotals, type RowNames } from './format-row-count.ts'
import { ListFooter } from './ListFooter.tsx'

interface Props<Row, Filter, Summary> {
  list: ListStore<Row, Filter, Summary>
  /** Absent where the list is part of a screen with its own heading. */
  title?: string
  heading?: ReactNode
  filters: ReactNode
  rowNames: RowNames
  /** Whether the sum of the amounts is shown, where the list has one. Default: yes. */
  showsSum?: boolean
  /** Shown without rows: `narrowed` where a filter is set, `initial` otherwise. */
  empty: { title: string; filtered: string; initial: string }
  renderRows: (rows: readonly Row[], isLoading: boolean) => ReactNode
  /** Wraps the rows, for example to show a drawer beside them. */
  children?: (body: ReactNode) => ReactNode
}

export function ListScreen<Row, Filter, Summary extends { total?: number | undefined; sum?: Paisa | undefined }>(
  props: Props<Row, Filter, Summary>,
) {
  const {
    list,
    title,
    heading,
    filters,
    rowNames,
    showsSum = true,
    empty,
    renderRows,
    children = (body) => body,
  } = props
  useStore(list.$filter, { ssr: 'initial' })
  const { rows, next, status, failure, summary } = useStore(list.$list, { ssr: 'initial' })
  const hasMore = next !== null
  const count = rows && formatRowCount(rows.length, hasMore, summary?.total, rowNames)
  const totals = count && formatTotals(count, showsSum ? summary?.sum : undefined)
  const retry = () => void (rows && hasMore ? list.loadMore() : list.reload())
  return (
    <>
      {title && <ScreenHead title={title}>{heading}</ScreenHead>}
      {filters}
      {children(
        <>
          <LoadState data={rows} failure={failure} retry={retry} />
          <p className="visually-hidden" role="status">
            {status === 'idle' && totals}
          </p>
          {rows?.length === 0 && (
            <EmptyState title={empty.title}>
              {list.isFiltered() ? (
                <>
                  {empty.filtered}, or <LinkButton onClick={list.clearFilter}>clear the filters</LinkButton>.
                </>
              ) : (
                empty.initial
              )}
            </EmptyState>
          )}
          {rows && rows.length > 0 && totals && (
            <>
              {renderRows(rows, status === 'loading')}
              <ListFooter
                status={totals}
                hasMore={hasMore}
                busy={status === 'loading_more'}
                onLoadMore={() => void list.loadMore()}
              />
            </>
          )}
        </>,
      )}
    </>
  )
}
