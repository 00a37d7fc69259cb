import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/paging.ts'
import { environment } from '../environment.ts'
import { normaliseDateRange } from './date-range.ts'
import { requireSession } from './session/session.ts'

/** The filter and order of a list by URL parameter; empty means no choice. */
export type ListFilter<Contract extends Endpoint> = {
  [Name in keyof Required<Omit<Input<Contract>, 'cursor' | 'limit'>>]: NonNullable<Input<Contract>[Name]> | ''
}
export type PartialFilter<Contract extends Endpoint> = {
  [Name in keyof ListFilter<Contract>]?: ListFilter<Contract>[Name] | undefined
}
type FilterValues = Readonly<Record<string, string>>
type UrlValue = 'text' | readonly string[] | ((text: string) => string | undefined)
type RowOf<Contract extends Endpoint> = Output<Contract> extends { items: (infer Row)[] } ? Row : never
type SummaryOf<Contract extends Endpoint> = Omit<Output<Contract>, 'items' | 'next'>

/** How received rows are merged into a list. Without `isBefore` and `matches` no row is added. */
export interface RowRules<Row, Filter> {
  idOf(row: Row): string
  isBefore?(row: Row, other: Row, filter: Filter): boolean
  matches?(row: Row, filter: Filter): boolean
  /** Picks the newer of two states of one row; the received one if absent. */
  pickLatest?(current: Row, received: Row): Row
}

interface Options<Contract extends Endpoint> extends RowRules<RowOf<Contract>, ListFilter<Contract>> {
  load(input: Input<Contract>): Promise<Outcome<Output<Contract>>>
  /** Allowed values of each URL parameter. */
  filter: { [Name in keyof ListFilter<Contract>]: UrlValue }
  /** Parameters that follow from the others. */
  derive?(filter: ListFilter<Contract>): Partial<ListFilter<Contract>>
  /** Reloads the summary after received rows, because only the server knows its numbers. */
  reloadsSummary?: true
}

interface List<Row, Summary> {
  rows?: readonly Row[]
  summary?: Summary
  next: string | null
  status: 'loading' | 'loading_more' | 'idle'
  failure?: Failure
}

export interface ListStore<Row, Filter, Summary> {
  $list: WritableAtom<List<Row, Summary>>
  $filter: ReadableAtom<Filter>
  /** Loads the list of the URL. An open list with the same filter keeps its rows. */
  open(): Promise<void>
  /** Applies the filter of the URL after Back and Forward. */
  syncWithUrl(): void
  reload(): Promise<void>
  reloadSummary(): Promise<void>
  loadMore(): Promise<void>
  changeFilter(change: Partial<Filter>): void
  /** Changes `q` once the user stops typing. */
  search(q: string): void
  /** Clears everything but the order. */
  clearFilter(): void
  isFiltered(): boolean
  /** The filter as the query of a URL: `?state=open`, or empty. */
  getQuery(): string
  receiveRow(row: Row): void
}

const SEARCH_DELAY_MS = 250
const REFRESH_DELAY_MS = 400
const ORDER_NAMES = ['sort', 'order']

export function createList<Contract extends Endpoint>(
  options: Options<Contract>,
): ListStore<RowOf<Contract>, ListFilter<Contract>, SummaryOf<Contract>> {
  type Row = RowOf<Contract>
  type Summary = SummaryOf<Contract> & { total?: number }
  type Filter = ListFilter<Contract> & FilterValues
  type Response = Summary & { items: Row[]; next: string | null }

  const { idOf, derive } = options
  const names = Object.entries<UrlValue>(options.filter)
  const buildFilter = (getValue: (name: string, allowed: UrlValue) => string) =>
    Object.fromEntries(names.map(([name, allowed]) => [name, getValue(name, allowed)])) as Filter
  const $filter = atom<Filter>(buildFilter(() => ''))
  const $list = atom<List<Row, Summary>>({ next: null, status: 'loading' })
  let latestRequest = 0
  let latestSummary = 0
  let cancelChange = () => {}
  let cancelSummary = () => {}
  let isOpen = false
  /** Rows received during a request, whose response may be older. */
  let receivedRows: Row[] = []

  const request = (input: FilterValues): Promise<Outcome<Response>> =>
    requireSession(options.load({ ...getParameters(), ...input } as Input<Contract>) as Promise<Outcome<Response>>)

  function open(): Promise<void> {
    const filter = parseUrl()
    const { rows = [] } = $list.get()
    const shownCount = isOpen && getQuery(filter) === getQuery() ? rows.length : 0
    isOpen = true
    cancelChange()
    $filter.set(filter)
    if (shownCount === 0) $list.set({ next: null, status: 'loading' })
    return reload(shownCount)
  }

  function syncWithUrl(): void {
    const filter = parseUrl()
    if (getQuery(filter) === getQuery()) return
    $filter.set(filter)
    void reload()
  }

  function parseUrl(): Filter {
    const { searchParams } = environment().address()
    const filter = buildFilter((name, allowed) => {
      const value = searchParams.get(name) ?? ''
      if (typeof allowed === 'function') return allowed(value) ?? ''
      return allowed === 'text' || allowed.includes(value) ? value : ''
    })
    return { ...filter, ...derive?.(filter) } as Filter
  }

  function changeFilter(change: Partial<ListFilter<Contract>>, delay = 0): void {
    $filter.set({ ...(isOpen ? $filter.get() : parseUrl()), ...change })
    writeUrl()
    cancelChange()
    if (isOpen) cancelChange = environment().later(() => void reload(), delay)
  }

  function writeUrl(): void {
    const address = environment().address()
    for (const [name] of names) address.searchParams.delete(name)
    for (const [name, value] of Object.entries(getParameters())) address.searchParams.set(name, value)
    environment().showAddress(address, 'replace')
  }

  async function reload(shownCount = 0): Promise<void> {
    const limit = shownCount > PAGE_SIZE && { limit: String(Math.min(shownCount, MAX_PAGE_SIZE)) }
    const page = await loadPage({ status: 'loading' }, { ...limit })
    if (!page) return
    const { items, next, ...summary } = page
    showPage({ rows: items, summary: summary as Summary, next, status: 'idle' })
  }

  async function loadMore(): Promise<void> {
    const before = $list.get()
    if (!before.rows || !before.next || before.status !== 'idle') return
    const page = await loadPage({ status: 'loading_more' }, { cursor: before.next })
    if (!page) return
    const { items, next, ...summary } = page
    const { rows = [], summary: current } = $list.get()
    const listedIds = new Set(rows.map(idOf))
    const added = items.filter((row) => !listedIds.has(idOf(row)))
    showPage(
      { rows: [...rows, ...added], summary: { ...current, ...summary } as Summary, next, status: 'idle' },
      items.filter((row) => listedIds.has(idOf(row))),
    )
  }

  /** Returns undefined after a failure or when a later request has started. */
  async function loadPage(
    state: Pick<List<Row, Summary>, 'status'>,
    input: FilterValues,
  ): Promise<Response | undefined> {
    const current = ++latestRequest
    receivedRows = []
    const { failure: _, ...before } = $list.get()
    $list.set({ ...before, ...state })
    const response = await request(input)
    if (current !== latestRequest) return undefined
    if (response.ok) return response.value
    $list.set({ ...$list.get(), status: 'idle', failure: response.failure })
    return undefined
  }

  function showPage(list: List<Row, Summary>, newer: readonly Row[] = []): void {
    $list.set(list)
    for (const row of [...newer, ...receivedRows.splice(0)]) putRow(row)
  }

  function receiveRow(row: Row): void {
    if ($list.get().status !== 'idle') receivedRows.push(row)
    putRow(row)
    if (!options.reloadsSummary || !$list.get().rows) return
    cancelSummary()
    cancelSummary = environment().later(() => void reloadSummary(), REFRESH_DELAY_MS)
  }

  async function reloadSummary(): Promise<void> {
    const [current, page] = [++latestSummary, latestRequest]
    const response = await request({ limit: '1' })
    if (!response.ok || current !== latestSummary || page !== latestRequest) return
    const { items: _, next: __, ...summary } = response.value
    $list.set({ ...$list.get(), summary: summary as Summary })
  }

  function putRow(row: Row): void {
    const { rows, summary, ...list } = $list.get()
    if (!rows) return
    const updated = upsertRow(rows, row, options, $filter.get(), list.next !== null)
    const total = summary?.total === undefined ? {} : { total: summary.total + updated.length - rows.length }
    $list.set({ ...list, rows: updated, ...(summary && { summary: { ...summary, ...total } }) })
  }

  function getParameters(filter = $filter.get()): FilterValues {
    const values = Object.entries<string>({ ...filter, ...normaliseDateRange(filter), ...derive?.(filter) })
    return Object.fromEntries(values.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value))
  }

  function getQuery(filter?: Filter): string {
    const query = new URLSearchParams(getParameters(filter))
    return query.size > 0 ? `?${query}` : ''
  }

  return {
    $list,
    $filter,
    open,
    syncWithUrl,
    reload: () => reload(),
    reloadSummary,
    loadMore,
    changeFilter: (change) => changeFilter(change),
    search: (q) => changeFilter({ q } as Partial<Filter>, SEARCH_DELAY_MS),
    clearFilter: () =>
      changeFilter(buildFilter((name) => (ORDER_NAMES.includes(name) ? ($filter.get()[name] ?? '') : ''))),
    isFiltered: () => Object.keys(getParameters()).some((name) => !ORDER_NAMES.includes(name)),
    getQuery: () => getQuery(),
    receiveRow,
  }
}

/** Adds or updates a row. A listed row remains when the filter no longer matches; rows of later pages are not added. */
export function upsertRow<Row, Filter>(
  rows: readonly Row[],
  row: Row,
  { idOf, isBefore, matches, pickLatest }: RowRules<Row, Filter>,
  filter: Filter,
  hasMore: boolean,
): readonly Row[] {
  const index = rows.findIndex((other) => idOf(other) === idOf(row))
  const listed = rows[index]
  if (listed) return rows.with(index, pickLatest?.(listed, row) ?? row)
  if (!matches?.(row, filter)) return rows
  const before = rows.findIndex((other) => isBefore?.(row, other, filter))
  if (before >= 0) return rows.toSpliced(before, 0, row)
  return hasMore ? rows : [...rows, row]
}
