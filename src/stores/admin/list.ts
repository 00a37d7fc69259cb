import { atom } from 'nanostores'
import type { Failure, Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'
import { normaliseDateRange } from './date-range.ts'
import { requireSession } from './session/session.ts'

/** What is looked for, by the names that it has in the address; empty where nothing is. */
export type FilterValues = Readonly<Record<string, string>>

interface Page<Row> {
  items: Row[]
  next: string | null
  total?: number | undefined
}

interface Options<Row, Filter extends FilterValues, Answer extends Page<Row>> {
  load(wanted: Partial<Filter> & { cursor?: string; limit?: string }): Promise<Outcome<Answer>>
  /** What the address may say: any text, or one of these. */
  filter: { [Name in keyof Filter]: 'text' | readonly string[] }
  idOf(row: Row): string
  /** Of a list whose rows are heard of: its order, and whether a row belongs into what is looked for. */
  live?: {
    isBefore(row: Row, other: Row, filter: Filter): boolean
    matches(row: Row, filter: Filter): boolean
    /** Of two states of one row, where they say which is newer; else the one that comes last counts. */
    latest?(known: Row, come: Row): Row
  }
}

/** `rows` are there from the first answer on: a later search keeps them in sight until its own answer comes. */
export interface List<Row, Answer> {
  rows?: readonly Row[]
  /** What the latest answer said besides its rows. */
  about?: Omit<Answer, 'items' | 'next'>
  next: string | null
  busy: 'reading' | 'reading_more' | 'no'
  failure?: Failure
}

const TYPING_MS = 250
const SETTLE_MS = 400

/**
 * A list of the staff area: what is looked for is kept in the address, so that it survives a reload and can be sent to a
 * colleague; it is read by pages, and what is heard of meanwhile takes its place in it.
 */
export function createList<Row, Filter extends FilterValues, Answer extends Page<Row>>(
  options: Options<Row, Filter, Answer>,
) {
  const { load, filter: names, idOf, live } = options
  const nothing = Object.fromEntries(Object.keys(names).map((name) => [name, ''])) as Filter
  const $filter = atom<Filter>(nothing)
  const $list = atom<List<Row, Answer>>({ next: null, busy: 'reading' })
  let asked = 0
  let counted = 0
  let callOff = () => {}
  /** What was typed or chosen that the address does not say yet. */
  let unsaid: Partial<Filter> = {}
  let isOpen = false
  let callOffCount = () => {}
  /** What was heard while an answer was on its way: the answer may be older. */
  let meanwhile: Row[] = []

  function open(): Promise<void> {
    isOpen = true
    // What was typed or chosen before the session was known counts.
    $filter.set({ ...named(), ...unsaid })
    $list.set({ next: null, busy: 'reading' })
    return isUnsaid() ? find() : readAnew()
  }

  /** Back and Forward name what was looked for then. */
  function follow(): void {
    const said = named()
    if (isUnsaid() || query(said) === query()) return
    $filter.set(said)
    void readAnew()
  }

  /** What the address says, of each name only what it may. */
  function named(): Filter {
    const { searchParams } = environment().address()
    const said = Object.entries(names).map(([name, allowed]) => {
      const value = searchParams.get(name) ?? ''
      return [name, allowed === 'text' || allowed.includes(value) ? value : '']
    })
    return Object.fromEntries(said) as Filter
  }

  const isUnsaid = (): boolean => Object.keys(unsaid).length > 0

  /** `typing` waits until it stops. Nothing is read before the list is opened. */
  function look(change: Partial<Filter>, typing = false): void {
    $filter.set({ ...$filter.get(), ...change })
    unsaid = { ...unsaid, ...change }
    callOff()
    if (isOpen) callOff = environment().later(() => void find(), typing ? TYPING_MS : 0)
  }

  function find(): Promise<void> {
    callOff()
    unsaid = {}
    const address = environment().address()
    for (const name of Object.keys(names)) address.searchParams.delete(name)
    for (const [name, value] of chosen()) address.searchParams.set(name, value)
    environment().showAddress(address, 'replace')
    return readAnew()
  }

  async function readAnew(): Promise<void> {
    const mine = ++asked
    meanwhile = []
    const { failure: _, ...before } = $list.get()
    $list.set({ ...before, busy: 'reading' })
    const answer = await requireSession(load(wanted()))
    if (mine !== asked) return
    if (!answer.ok) return $list.set({ ...$list.get(), busy: 'no', failure: answer.failure })
    const { items, next, ...about } = answer.value
    $list.set({ rows: items, about, next, busy: 'no' })
    for (const row of meanwhile.splice(0)) put(row)
  }

  async function showMore(): Promise<void> {
    const { failure: _, ...before } = $list.get()
    if (!before.rows || !before.next || before.busy !== 'no') return
    const mine = ++asked
    meanwhile = []
    $list.set({ ...before, busy: 'reading_more' })
    const answer = await requireSession(load({ ...wanted(), cursor: before.next }))
    if (mine !== asked) return
    const { rows = [], ...current } = $list.get()
    if (!answer.ok) return $list.set({ ...current, rows, busy: 'no', failure: answer.failure })
    const { items, next, ...about } = answer.value
    const known = new Set(rows.map(idOf))
    $list.set({
      rows: [...rows, ...items.filter((row) => !known.has(idOf(row)))],
      // Only the first page has the total.
      about: { ...current.about, ...about },
      next,
      busy: 'no',
    })
    for (const row of [...items.filter((row) => known.has(idOf(row))), ...meanwhile.splice(0)]) put(row)
  }

  /** A row that is new or has changed takes its place; what the list says about itself follows when the news has settled. */
  function hear(row: Row): void {
    if ($list.get().busy !== 'no') meanwhile.push(row)
    put(row)
    callOffCount()
    callOffCount = environment().later(() => void count(), SETTLE_MS)
  }

  async function count(): Promise<void> {
    const [mine, read] = [++counted, asked]
    const answer = await requireSession(load({ ...wanted(), limit: '1' }))
    if (!answer.ok || mine !== counted || read !== asked) return
    const { items: _, next: __, ...about } = answer.value
    $list.set({ ...$list.get(), about })
  }

  /**
   * A row in sight stays in sight as it now is, even where the filter would no longer find it: nothing vanishes under
   * the pointer. A row beyond the last one belongs to a page that has not been read yet.
   */
  function put(row: Row): void {
    const { rows, ...list } = $list.get()
    if (!rows) return
    const at = rows.findIndex((other) => idOf(other) === idOf(row))
    const known = rows[at]
    if (known) $list.set({ ...list, rows: rows.with(at, live?.latest?.(known, row) ?? row) })
    if (known || !live?.matches(row, $filter.get())) return
    const before = rows.findIndex((other) => live.isBefore(row, other, $filter.get()))
    if (before >= 0) $list.set({ ...list, rows: rows.toSpliced(before, 0, row) })
    else if (list.next === null) $list.set({ ...list, rows: [...rows, row] })
  }

  const chosen = (filter = $filter.get()): [string, string][] =>
    Object.entries({ ...filter, ...normaliseDateRange(filter) }).flatMap(([name, value]) =>
      value.trim() ? [[name, value.trim()]] : [],
    )

  const wanted = () => Object.fromEntries(chosen()) as Partial<Filter>

  /** The same as the query of an address, such as that of the list's table: `?state=open`, or nothing. */
  function query(filter?: Filter): string {
    const said = new URLSearchParams(chosen(filter))
    return said.size > 0 ? `?${said}` : ''
  }

  return {
    $list,
    $filter,
    query,
    count,
    open,
    follow,
    read: readAnew,
    look,
    clear: () => look(nothing),
    showMore,
    hear,
  }
}
