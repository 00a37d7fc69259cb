import { atom, computed } from 'nanostores'
import type { PriceList, PriceRevision } from '#contract/admin/prices.ts'
import type { Outcome } from '#contract/failure.ts'
import { PRICE_MESSAGES } from '#contract/validation-messages.ts'
import { formatAmount, type Paisa } from '#domain/money.ts'
import {
  type Amounts,
  amountProblem,
  type CellName,
  cellName,
  isUnusualChange,
  PRICE_CELLS,
  priceCell,
  priceProblems,
} from '#domain/price-list.ts'
import { environment } from '../../environment.ts'
import { HAS_SERVER_FEATURES } from '../capabilities.ts'
import { isApplied, resolveUnknownOutcome } from '../edit.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { readPublishing } from '../publishing.ts'
import { requireSession } from '../session/session.ts'
import {
  getChanges,
  hasConflicts,
  mergePriceList,
  type PriceEdit,
  pickValidChanges,
  type SaveResult,
  type ValidChanges,
} from './price-edit.ts'
import { readPriceHistory } from './price-history.ts'

const EMPTY_EDIT: PriceEdit = { inputs: {}, changedByOthers: {}, busy: false }
export const $prices = atom<PriceEdit>(EMPTY_EDIT)

/** The entered prices that differ from the saved ones; `not_a_price` where the text cannot be read. */
export const $changes = computed($prices, ({ list, inputs }) => getChanges(list, inputs))

/** Error messages by cell, in grid order. Those of the server stay until something is typed. */
export const $problems = computed([$prices, $changes], ({ list, failure }, changes): Record<string, string> => {
  const unreadable = Object.entries(changes).filter(([, amount]) => amount === 'not_a_price')
  const problems = list ? priceProblems(list.amounts as Amounts, pickValidChanges(changes)) : {}
  return sortByGrid({
    ...failure?.fields,
    ...Object.fromEntries(Object.entries(problems).map(([cell, problem]) => [cell, PRICE_MESSAGES[problem]])),
    ...Object.fromEntries(unreadable.map(([cell]) => [cell, PRICE_MESSAGES.not_a_price])),
  })
})

const sortByGrid = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...PRICE_CELLS.map(cellName), ...Object.keys(problems)].flatMap((name) => {
      const problem = problems[name]
      return problem === undefined ? [] : [[name, problem]]
    }),
  )

export const $pricesAfterSave = computed(
  [$prices, $changes],
  ({ list }, changes): Readonly<Record<string, Paisa | null>> => {
    const valid = Object.entries(pickValidChanges(changes)).filter(([name, amount]) => {
      const cell = priceCell(name)
      return cell && !amountProblem(cell, amount)
    })
    return { ...list?.amounts, ...Object.fromEntries(valid) }
  },
)

/** The changed prices that are far from the saved ones, in grid order. */
export const $unusualPrices = computed([$prices, $pricesAfterSave], ({ list }, after): readonly CellName[] =>
  PRICE_CELLS.map(cellName).filter((cell) => isUnusualChange(list?.amounts[cell] ?? null, after[cell] ?? null)),
)

const DRAFT_NAME = 'prices'

$prices.listen(({ list, inputs }) => {
  if (Object.keys(inputs).length > 0) saveDraft(DRAFT_NAME, { list, typed: inputs })
  else if (list) clearDraft(DRAFT_NAME)
})

function restoreDraft(): void {
  const draft = getDraft<{ list: PriceList; typed: PriceEdit['inputs'] }>(DRAFT_NAME)
  if (draft) $prices.set({ ...EMPTY_EDIT, list: draft.list, inputs: draft.typed })
}

let latestRequest = 0
/** The newest version that arrived during a change. */
let pendingVersion: number | undefined

export async function readPrices(): Promise<void> {
  if (!$prices.get().list) restoreDraft()
  readHistoryAndPublishing()
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.prices({}))
  if (request !== latestRequest) return
  if (outcome.ok && $prices.get().busy) pendingVersion = outcome.value.version
  else if (outcome.ok) $prices.set(mergePriceList($prices.get(), outcome.value))
  else $prices.set({ ...$prices.get(), failure: outcome.failure })
}

function readHistoryAndPublishing(): void {
  if (!HAS_SERVER_FEATURES) return
  void readPriceHistory()
  void readPublishing()
}

/** Reads prices saved by a colleague; unsaved changes remain, and the changed cells are marked. */
export async function receivePrices(version: number): Promise<void> {
  const { list, busy } = $prices.get()
  if (busy) pendingVersion = version
  if (busy || list?.version === version) return
  await readPrices()
  const { failure, ...edit } = $prices.get()
  if (!failure && hasConflicts(edit)) $prices.set({ ...edit, failure: { code: 'changed_meanwhile' } })
}

export const refreshPricesOnReturn = (): (() => void) => environment().onReturn(() => void readPrices())

export function editPrice(cell: CellName, text: string): void {
  const { failure: _, saveResult: __, ...edit } = $prices.get()
  $prices.set({ ...edit, inputs: { ...edit.inputs, [cell]: text } })
}

/** Formats a valid price, and drops text that changes nothing. */
export function commitPrice(cell: CellName): void {
  const edit = $prices.get()
  const { [cell]: text, ...others } = edit.inputs
  if (text === undefined) return
  const change = $changes.get()[cell]
  if (change === undefined) $prices.set({ ...edit, inputs: others })
  else if (change !== 'not_a_price') $prices.set({ ...edit, inputs: { ...others, [cell]: formatPriceInput(change) } })
}

export function resetPrice(cell: CellName): void {
  const { failure: _, ...edit } = $prices.get()
  const { [cell]: __, ...inputs } = edit.inputs
  $prices.set({ ...edit, inputs })
}

export function discardPrices(): void {
  const { failure: _, ...edit } = $prices.get()
  $prices.set({ ...edit, inputs: {}, changedByOthers: {} })
}

/** Saves all changes or none. Resolves to the first invalid cell, if any. */
export async function savePrices(): Promise<string | undefined> {
  const { list, busy } = $prices.get()
  const [invalidCell] = Object.keys($problems.get())
  const changes = pickValidChanges($changes.get())
  if (!list || busy || invalidCell) return invalidCell
  const { version } = list
  const result = { saved: Object.keys(changes).length }
  await sendChange(staffLedger.savePrices({ version, changes }), { version, changes, result })
  return $prices.get().failure?.fields && Object.keys($problems.get())[0]
}

/** Undoes the last change; unsaved text remains. */
export async function undoPrices({ version, changes }: PriceRevision): Promise<void> {
  if ($prices.get().busy) return
  const before = Object.fromEntries(changes.map(({ cell, before }) => [cell, before]))
  await sendChange(staffLedger.undoPrices({ version }), { version, changes: before, result: 'undone' })
}

interface SentChange {
  version: number
  changes: ValidChanges
  result: SaveResult
}

async function sendChange(
  response: Promise<Outcome<PriceList>>,
  { version, changes, result }: SentChange,
): Promise<void> {
  const { failure: _, saveResult: __, ...before } = $prices.get()
  $prices.set({ ...before, busy: true })
  pendingVersion = undefined
  let current: PriceList | undefined
  const outcome = await resolveUnknownOutcome(await requireSession(response), async () => {
    const reloaded = await requireSession(staffLedger.prices({}))
    if (reloaded.ok) current = reloaded.value
    return current && current.version !== version && isApplied(current.amounts, changes) ? current : undefined
  })
  latestRequest++
  const edit = { ...$prices.get(), busy: false }
  if (outcome.ok) {
    const { list, inputs } = edit
    const unsaved = Object.entries(inputs).filter(([cell, text]) => result === 'undone' || before.inputs[cell] !== text)
    const saved = list && { ...list, amounts: { ...list.amounts, ...changes } }
    const applied = { ...edit, ...(saved && { list: saved }), inputs: Object.fromEntries(unsaved), changedByOthers: {} }
    $prices.set({ ...mergePriceList(applied, outcome.value), saveResult: result })
    readHistoryAndPublishing()
  } else {
    current ??= outcome.failure.current as PriceList | undefined
    $prices.set({ ...(current ? mergePriceList(edit, current) : edit), failure: outcome.failure })
    if (current && HAS_SERVER_FEATURES) void readPriceHistory()
  }
  if (pendingVersion !== undefined) void receivePrices(pendingVersion)
}

/** Returns `9,500`; empty for a week that is not sold. */
export const formatPriceInput = (amount: Paisa | null | undefined): string =>
  amount === null || amount === undefined ? '' : formatAmount(amount)
